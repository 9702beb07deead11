#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_dx12.h>
#include <imgui_impl_win32.h>
#include <shellapi.h>

#include <optional>
#include <utility>

#include "gui/shell/dx12_canvas.h"
#include "gui/shell/shell_window.h"
#include "harness/system/console.h"
#include "harness/system/wide_text.h"
#include "kernels/error.h"

// The backend's header leaves this declaration to its users, to avoid including windows.h.
IMGUI_IMPL_API LRESULT ImGui_ImplWin32_WndProcHandler(HWND window, UINT message, WPARAM w, LPARAM l);

namespace modlab::gui {
namespace {

constexpr const wchar_t* kClass = L"modlab";

std::filesystem::path last_dropped(HDROP drop) {
  const UINT last = DragQueryFileW(drop, 0xFFFFFFFF, nullptr, 0) - 1;
  std::wstring path(DragQueryFileW(drop, last, nullptr, 0), L'\0');
  DragQueryFileW(drop, last, path.data(), static_cast<UINT>(path.size()) + 1);
  return path;
}

class Win32ShellWindow final : public ShellWindow {
 public:
  explicit Win32ShellWindow(const WindowRequest& request) : request_(request) {
    ImGui_ImplWin32_EnableDpiAwareness();
    const HINSTANCE program = GetModuleHandleW(nullptr);
    WNDCLASSEXW desc{};
    desc.cbSize = sizeof desc;
    desc.lpfnWndProc = &Win32ShellWindow::receive;
    desc.hInstance = program;
    desc.hCursor = LoadCursorW(nullptr, MAKEINTRESOURCEW(32512));  // IDC_ARROW, whose macro depends on UNICODE
    desc.lpszClassName = kClass;
    RegisterClassExW(&desc);
    RECT frame{0, 0, request.width, request.height};
    AdjustWindowRect(&frame, WS_OVERLAPPEDWINDOW, FALSE);
    int x = CW_USEDEFAULT;
    int y = CW_USEDEFAULT;
    if (request.position && MonitorFromPoint({request.position->x, request.position->y}, MONITOR_DEFAULTTONULL)) {
      x = request.position->x + frame.left;
      y = request.position->y + frame.top;
    }
    window_ = CreateWindowExW(0, kClass, L"modlab", WS_OVERLAPPEDWINDOW, x, y, frame.right - frame.left,
                              frame.bottom - frame.top, nullptr, nullptr, program, nullptr);
    if (window_ == nullptr)
      throw Error(fmt::format("no window can be opened (Windows error {}); start it on a desktop", GetLastError()));
    try {
      canvas_.emplace(window_, request.width, request.height);
    } catch (...) {
      DestroyWindow(window_);
      throw;
    }
    SetWindowLongPtrW(window_, GWLP_USERDATA, reinterpret_cast<LONG_PTR>(this));
    DragAcceptFiles(window_, TRUE);
    ImGui_ImplWin32_Init(window_);
    if (!request.visible) return;
    ShowWindow(window_, request.maximised ? SW_SHOWMAXIMIZED : SW_SHOWDEFAULT);
    leave_console();
  }
  ~Win32ShellWindow() override {
    ImGui_ImplWin32_Shutdown();
    canvas_.reset();  // before the window that it draws into
    DestroyWindow(window_);
  }
  Win32ShellWindow(const Win32ShellWindow&) = delete;
  Win32ShellWindow& operator=(const Win32ShellWindow&) = delete;

  [[nodiscard]] float scale() const override { return ImGui_ImplWin32_GetDpiScaleForHwnd(window_); }

  [[nodiscard]] std::optional<Position> position() const override {
    if (IsIconic(window_) != 0) return std::nullopt;
    POINT corner{0, 0};
    ClientToScreen(window_, &corner);
    return Position{corner.x, corner.y};
  }

  [[nodiscard]] bool maximised() const override { return IsZoomed(window_) != 0; }

  [[nodiscard]] bool closed() const override { return closed_; }

  bool process_input(double max_wait_seconds) override {
    const auto max_wait_ms = static_cast<DWORD>(1000 * max_wait_seconds);
    const bool waited = max_wait_ms > 0;
    const bool any =
        MsgWaitForMultipleObjectsEx(0, nullptr, max_wait_ms, QS_ALLINPUT, MWMO_INPUTAVAILABLE) == WAIT_OBJECT_0;
    for (MSG message{}; PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE) != 0;) {
      TranslateMessage(&message);
      DispatchMessageW(&message);
    }
    return waited && any;
  }

  [[nodiscard]] bool take_damage() override { return std::exchange(damaged_, false); }

  void begin_frame() override {
    ImGui_ImplDX12_NewFrame();
    ImGui_ImplWin32_NewFrame();
  }

  void show_frame() override {
    RECT inside{};
    GetClientRect(window_, &inside);
    canvas_->show(inside.right, inside.bottom);
  }

  [[nodiscard]] Picture picture(int width, int height) override { return canvas_->picture(width, height); }

  void rebuild_font() override { ImGui_ImplDX12_InvalidateDeviceObjects(); }  // the next frame creates them again

  void set_title(const std::string& title) override { SetWindowTextW(window_, widened(title).c_str()); }

 private:
  static LRESULT CALLBACK receive(HWND window, UINT message, WPARAM w, LPARAM l) {
    auto* const self = reinterpret_cast<Win32ShellWindow*>(GetWindowLongPtrW(window, GWLP_USERDATA));
    if (self != nullptr && self->handle(message, w, l)) return 0;
    return DefWindowProcW(window, message, w, l);
  }

  /// True for messages that are fully handled.
  bool handle(UINT message, WPARAM w, LPARAM l) {
    if (ImGui_ImplWin32_WndProcHandler(window_, message, w, l) != 0) return true;
    if (message == WM_PAINT) damaged_ = true;
    if (message == WM_CLOSE) {
      closed_ = true;
      return true;
    }
    if (message == WM_DROPFILES) {
      const auto drop = reinterpret_cast<HDROP>(w);
      if (request_.on_drop) request_.on_drop(last_dropped(drop));
      DragFinish(drop);
      return true;
    }
    return message == WM_SYSCOMMAND && (w & 0xFFF0) == SC_KEYMENU;  // Alt alone is for ImGui
  }

  WindowRequest request_;
  HWND window_ = nullptr;
  std::optional<Dx12Canvas> canvas_;
  bool closed_ = false;
  bool damaged_ = false;
};

}  // namespace

std::unique_ptr<ShellWindow> open_window(const WindowRequest& request) {
  return std::make_unique<Win32ShellWindow>(request);
}

}  // namespace modlab::gui
