#define GLFW_INCLUDE_GLEXT
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <cstdint>
#include <string>
#include <utility>

#include "gui/shell/shell_window.h"
#include "kernels/error.h"

namespace modlab::gui {
namespace {

/// The library. Keeps its last error message for the exception.
class Glfw {
 public:
  Glfw() {
    glfwSetErrorCallback([](int, const char* description) { last_error() = description; });
    if (glfwInit() != GLFW_TRUE) fail();
  }
  ~Glfw() { glfwTerminate(); }
  Glfw(const Glfw&) = delete;
  Glfw& operator=(const Glfw&) = delete;

  [[noreturn]] static void fail() {
    throw Error(fmt::format("no window with OpenGL 3 can be opened ({}); start it on a desktop, or under xvfb-run",
                            last_error()));
  }

 private:
  static std::string& last_error() {
    static std::string text;
    return text;
  }
};

using Window = std::unique_ptr<GLFWwindow, decltype(&glfwDestroyWindow)>;

bool is_on_a_display(const Position& position) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
    glfwGetMonitorWorkarea(monitors[i], &x, &y, &width, &height);
    if (position.x >= x && position.x < x + width && position.y >= y && position.y < y + height) return true;
  }
  return false;
}

Window make_window(const WindowRequest& request) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);  // until it is in position
  glfwWindowHint(GLFW_MAXIMIZED, request.maximised ? GLFW_TRUE : GLFW_FALSE);
  Window window(glfwCreateWindow(request.width, request.height, "modlab", nullptr, nullptr), glfwDestroyWindow);
  if (window == nullptr) Glfw::fail();
  if (request.position && is_on_a_display(*request.position))
    glfwSetWindowPos(window.get(), request.position->x, request.position->y);
  if (request.visible) glfwShowWindow(window.get());
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);
  return window;
}

/// An offscreen framebuffer: the pixels of a hidden window are undefined.
class Canvas {
 public:
  Canvas(int width, int height) : width_(width), height_(height) {
    load(gen_framebuffers_, "glGenFramebuffers");
    load(bind_framebuffer_, "glBindFramebuffer");
    load(delete_framebuffers_, "glDeleteFramebuffers");
    load(framebuffer_texture_, "glFramebufferTexture2D");
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);  // complete without mipmaps
    gen_framebuffers_(1, &framebuffer_);
    bind_framebuffer_(GL_FRAMEBUFFER, framebuffer_);
    framebuffer_texture_(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
  }
  ~Canvas() {
    delete_framebuffers_(1, &framebuffer_);  // which makes the window's own current again
    glDeleteTextures(1, &texture_);
  }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  [[nodiscard]] Picture read() const {
    Picture picture(width_, height_);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    // OpenGL counts rows from the bottom.
    for (int line = 0; line < height_; ++line)
      glReadPixels(0, height_ - 1 - line, width_, 1, GL_RGB, GL_UNSIGNED_BYTE, picture.line(line));
    return picture;
  }

 private:
  template <typename Function>
  static void load(Function& function, const char* name) {
    function = reinterpret_cast<Function>(glfwGetProcAddress(name));
    if (function == nullptr) throw Error(fmt::format("this machine's OpenGL lacks {}", name));
  }

  PFNGLGENFRAMEBUFFERSPROC gen_framebuffers_ = nullptr;
  PFNGLBINDFRAMEBUFFERPROC bind_framebuffer_ = nullptr;
  PFNGLDELETEFRAMEBUFFERSPROC delete_framebuffers_ = nullptr;
  PFNGLFRAMEBUFFERTEXTURE2DPROC framebuffer_texture_ = nullptr;
  GLuint texture_ = 0;
  GLuint framebuffer_ = 0;
  int width_;
  int height_;
};

/// Draws into the current framebuffer, which has this size.
void draw(int width, int height) {
  glViewport(0, 0, width, height);
  const ImVec4& background = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
  glClearColor(background.x, background.y, background.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

/// The backend samples the font with linear filtering, which doubles a software driver's frame time for nothing: the
/// style puts letters on whole pixels.
void use_nearest_filter() {
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(ImGui::GetIO().Fonts->TexID)));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

class GlfwShellWindow final : public ShellWindow {
 public:
  explicit GlfwShellWindow(const WindowRequest& request) : request_(request), window_(make_window(request)) {
    glfwSetWindowUserPointer(window_.get(), this);
    glfwSetDropCallback(window_.get(), [](GLFWwindow* window, int count, const char** paths) {
      const auto& self = *static_cast<GlfwShellWindow*>(glfwGetWindowUserPointer(window));
      if (count > 0 && self.request_.on_drop) self.request_.on_drop(paths[count - 1]);
    });
    glfwSetWindowRefreshCallback(window_.get(), [](GLFWwindow* window) {
      static_cast<GlfwShellWindow*>(glfwGetWindowUserPointer(window))->damaged_ = true;
    });
    ImGui_ImplGlfw_InitForOpenGL(window_.get(), true);
    ImGui_ImplOpenGL3_Init("#version 130");
  }
  ~GlfwShellWindow() override {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }
  GlfwShellWindow(const GlfwShellWindow&) = delete;
  GlfwShellWindow& operator=(const GlfwShellWindow&) = delete;

  [[nodiscard]] float scale() const override {
    float scale = 1;
    glfwGetWindowContentScale(window_.get(), &scale, nullptr);
    return scale;
  }

  [[nodiscard]] std::optional<Position> position() const override {
    Position position;
    if (glfwGetWindowAttrib(window_.get(), GLFW_ICONIFIED) == GLFW_TRUE) return std::nullopt;
    glfwGetWindowPos(window_.get(), &position.x, &position.y);
    return position;
  }

  [[nodiscard]] bool maximised() const override {
    return glfwGetWindowAttrib(window_.get(), GLFW_MAXIMIZED) == GLFW_TRUE;
  }

  [[nodiscard]] bool closed() const override { return glfwWindowShouldClose(window_.get()) != GLFW_FALSE; }

  bool process_input(double max_wait_seconds) override {
    if (max_wait_seconds <= 0) {
      glfwPollEvents();
      return false;  // ImGui's queue shows whether there were any
    }
    const double before = glfwGetTime();
    glfwWaitEventsTimeout(max_wait_seconds);
    return glfwGetTime() - before < max_wait_seconds;  // an event ended the wait
  }

  [[nodiscard]] bool take_damage() override { return std::exchange(damaged_, false); }

  void begin_frame() override {
    ImGui_ImplOpenGL3_NewFrame();
    if (std::exchange(font_is_new_, false)) use_nearest_filter();
    ImGui_ImplGlfw_NewFrame();
  }

  void show_frame() override {
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window_.get(), &width, &height);
    draw(width, height);
    glfwSwapBuffers(window_.get());
  }

  [[nodiscard]] Picture picture(int width, int height) override {
    const Canvas canvas(width, height);
    draw(width, height);
    return canvas.read();
  }

  void rebuild_font() override {
    ImGui_ImplOpenGL3_DestroyDeviceObjects();  // the next frame creates them again
    font_is_new_ = true;
  }

  void set_title(const std::string& title) override { glfwSetWindowTitle(window_.get(), title.c_str()); }

 private:
  WindowRequest request_;
  Glfw glfw_;
  Window window_;
  bool font_is_new_ = true;
  bool damaged_ = false;
};

}  // namespace

std::unique_ptr<ShellWindow> open_window(const WindowRequest& request) {
  return std::make_unique<GlfwShellWindow>(request);
}

}  // namespace modlab::gui
