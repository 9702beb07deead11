# modlab::imgui: Dear ImGui with the backends of this platform: Win32 and Direct3D 12, or GLFW and OpenGL 3. The package
# where there is one (vcpkg); otherwise the sources that scripts/setup --gui unpacks.

add_library(modlab::imgui INTERFACE IMPORTED)
find_package(imgui CONFIG QUIET)
if(TARGET imgui::imgui)
  target_link_libraries(modlab::imgui INTERFACE imgui::imgui)
else()
  find_path(MODLAB_IMGUI_SOURCE_DIR imgui_tables.cpp
            PATHS "${CMAKE_SOURCE_DIR}/.deps/sources/imgui"
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(MODLAB_IMGUI_SOURCE_DIR)
  if(NOT MODLAB_IMGUI_SOURCE_DIR)
    modlab_missing("Dear ImGui (imgui_tables.cpp, in MODLAB_IMGUI_SOURCE_DIR)")
  endif()
  set(imgui "${MODLAB_IMGUI_SOURCE_DIR}")
  add_library(
    modlab_imgui STATIC
    "${imgui}/imgui.cpp"
    "${imgui}/imgui_draw.cpp"
    "${imgui}/imgui_tables.cpp"
    "${imgui}/imgui_widgets.cpp")
  target_include_directories(modlab_imgui SYSTEM PUBLIC "${imgui}" "${imgui}/backends")
  target_compile_definitions(modlab_imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
  set_target_properties(modlab_imgui PROPERTIES UNITY_BUILD OFF) # each backend brings its own GL headers
  if(WIN32)
    target_sources(modlab_imgui PRIVATE "${imgui}/backends/imgui_impl_win32.cpp" "${imgui}/backends/imgui_impl_dx12.cpp")
    target_link_libraries(modlab_imgui PUBLIC modlab::d3d12 dwmapi gdi32)
    if(MINGW) # whose own d3d12.h lacks what the backend takes
      set_source_files_properties("${imgui}/backends/imgui_impl_dx12.cpp"
                                  PROPERTIES COMPILE_OPTIONS "-I${CMAKE_SOURCE_DIR};-include;harness/d3d12/api.h")
    endif()
  else()
    target_sources(modlab_imgui PRIVATE "${imgui}/backends/imgui_impl_glfw.cpp"
                                        "${imgui}/backends/imgui_impl_opengl3.cpp")
    target_link_libraries(modlab_imgui PUBLIC modlab::glfw ${CMAKE_DL_LIBS}) # the OpenGL backend loads its functions by itself
  endif()
  target_link_libraries(modlab::imgui INTERFACE modlab_imgui)
endif()
