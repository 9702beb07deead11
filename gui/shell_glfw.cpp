#define GLFW_INCLUDE_GLEXT
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <memory>
#include <string>

#include "gui/picture.h"
#include "gui/shell.h"
#include "gui/style.h"
#include "kernels/error.h"

namespace modlab {
namespace {

constexpr int kWidth = 1600;
constexpr int kHeight = 1000;

// Dear ImGui lays out what is new with the sizes of the frame before; after this many frames everything is in place.
constexpr int kSettlingFrames = 4;

// How soon a row that was written shows. Nothing is drawn in between: on a machine without a GPU the drawing takes the
// same cores as the kernels that are being measured.
constexpr double kPollSeconds = 0.25;

/// The library, its last words kept for the message of what fails next.
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

Window open_window(bool visible) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
  glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
  Window window(glfwCreateWindow(kWidth, kHeight, "modlab", nullptr, nullptr), glfwDestroyWindow);
  if (window == nullptr) Glfw::fail();
  glfwMakeContextCurrent(window.get());
  return window;
}

/// Dear ImGui with its two backends on a window.
class Gui {
 public:
  Gui(GLFWwindow* window, float scale) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // no file in whatever folder the user happens to be in
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    apply_style(scale);
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 130");
  }
  ~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;
};

/// Draws one frame into the current framebuffer of this size.
void draw_frame(Dashboard& dashboard, int width, int height) {
  ImGui::NewFrame();
  dashboard.draw();
  ImGui::Render();
  glViewport(0, 0, width, height);
  const ImVec4& background = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
  glClearColor(background.x, background.y, background.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
}

void run_window(ViewModel& model, Dashboard& dashboard) {
  const Window window = open_window(true);
  glfwSwapInterval(1);
  glfwSetWindowUserPointer(window.get(), &model);
  glfwSetDropCallback(window.get(), [](GLFWwindow* on, int count, const char** paths) {
    if (count > 0) static_cast<ViewModel*>(glfwGetWindowUserPointer(on))->open(paths[count - 1]);
  });
  float scale = 1;
  glfwGetWindowContentScale(window.get(), &scale, nullptr);
  const Gui gui(window.get(), scale);

  int frames_due = kSettlingFrames;
  while (glfwWindowShouldClose(window.get()) == GLFW_FALSE) {
    if (frames_due > 0) {
      glfwPollEvents();
    } else {
      const double before = glfwGetTime();
      glfwWaitEventsTimeout(kPollSeconds);
      if (glfwGetTime() - before < kPollSeconds) frames_due = kSettlingFrames;  // an event ended the wait
    }
    // A frame takes only so much input that nothing goes unseen, such as a key's press and release at once.
    if (model.poll() || !ImGui::GetCurrentContext()->InputEventsQueue.empty()) frames_due = kSettlingFrames;
    if (frames_due == 0) continue;
    --frames_due;
    begin_frame();
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window.get(), &width, &height);
    draw_frame(dashboard, width, height);
    glfwSwapBuffers(window.get());
  }
}

/// A framebuffer of our own: what is drawn into a hidden window itself need not exist.
class Canvas {
 public:
  Canvas() {
    load(gen_framebuffers_, "glGenFramebuffers");
    load(bind_framebuffer_, "glBindFramebuffer");
    load(delete_framebuffers_, "glDeleteFramebuffers");
    load(framebuffer_texture_, "glFramebufferTexture2D");
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, kWidth, kHeight, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);  // complete without smaller copies
    gen_framebuffers_(1, &framebuffer_);
    bind_framebuffer_(GL_FRAMEBUFFER, framebuffer_);
    framebuffer_texture_(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
  }
  ~Canvas() {
    delete_framebuffers_(1, &framebuffer_);
    glDeleteTextures(1, &texture_);
  }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  [[nodiscard]] static Picture read() {
    Picture picture{.width = kWidth, .height = kHeight, .rgb = {}};
    picture.rgb.resize(std::size_t{3} * kWidth * kHeight);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, kWidth, kHeight, GL_RGB, GL_UNSIGNED_BYTE, picture.rgb.data());
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
};

void take_screenshot(Dashboard& dashboard, const std::filesystem::path& path) {
  const Window window = open_window(false);
  const Gui gui(window.get(), 1);  // the same picture on every display
  const Canvas canvas;
  for (int frame = 0; frame < kSettlingFrames; ++frame) {
    begin_frame();
    ImGui::GetIO().DisplaySize = {kWidth, kHeight};  // a small display may have made the window smaller
    ImGui::GetIO().DisplayFramebufferScale = {1, 1};
    draw_frame(dashboard, kWidth, kHeight);
  }
  write_png(path, Canvas::read());
}

}  // namespace

void run_shell(ViewModel& model, Dashboard& dashboard, const std::optional<std::filesystem::path>& screenshot) {
  const Glfw glfw;
  if (screenshot)
    take_screenshot(dashboard, *screenshot);
  else
    run_window(model, dashboard);
}

}  // namespace modlab
