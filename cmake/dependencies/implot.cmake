# modlab::implot: plots for Dear ImGui. The package where there is one (vcpkg); otherwise the sources that scripts/setup --gui
# unpacks beside Dear ImGui's, the same for every system.

add_library(modlab::implot INTERFACE IMPORTED)
find_package(implot CONFIG QUIET)
if(TARGET implot::implot)
  target_link_libraries(modlab::implot INTERFACE implot::implot)
else()
  find_path(MODLAB_IMPLOT_SOURCE_DIR implot_items.cpp PATHS "${CMAKE_SOURCE_DIR}/.deps/sources/implot"
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(MODLAB_IMPLOT_SOURCE_DIR)
  if(NOT MODLAB_IMPLOT_SOURCE_DIR)
    modlab_missing("ImPlot (implot_items.cpp, in MODLAB_IMPLOT_SOURCE_DIR)")
  endif()
  set(implot "${MODLAB_IMPLOT_SOURCE_DIR}")
  add_library(modlab_implot STATIC "${implot}/implot.cpp" "${implot}/implot_items.cpp")
  # satdump's copy includes "imgui/imgui.h".
  target_include_directories(modlab_implot SYSTEM PUBLIC "${implot}" "${MODLAB_IMGUI_SOURCE_DIR}/..")
  # Plots of what we plot: with all ten types of numbers it takes minutes to compile.
  target_compile_definitions(modlab_implot PRIVATE "IMPLOT_CUSTOM_NUMERIC_TYPES=(double)")
  # It still uses this name, which Dear ImGui's obsolete functions have taken with them.
  target_compile_options(modlab_implot PRIVATE "-DIM_OFFSETOF(T,M)=offsetof(T,M)")
  target_link_libraries(modlab_implot PUBLIC modlab::imgui)
  target_link_libraries(modlab::implot INTERFACE modlab_implot)
endif()
