# modlab::glfw: windows, input, and an OpenGL context with the functions that gl.h declares.
find_package(OpenGL QUIET)
find_package(glfw3 3.3 CONFIG QUIET)
if(NOT TARGET glfw OR NOT TARGET OpenGL::GL)
  modlab_missing("GLFW 3.3 or newer with OpenGL")
endif()
add_library(modlab::glfw INTERFACE IMPORTED)
target_link_libraries(modlab::glfw INTERFACE glfw OpenGL::GL)
