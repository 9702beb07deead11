# modlab::benchmark: Google Benchmark. The package where there is one (distributions, vcpkg); for mingw, which has none,
# the sources that scripts/setup --tests unpacks.

add_library(modlab::benchmark INTERFACE IMPORTED)
find_package(benchmark CONFIG QUIET)
if(TARGET benchmark::benchmark)
  target_link_libraries(modlab::benchmark INTERFACE benchmark::benchmark)
else()
  find_path(MODLAB_BENCHMARK_SOURCE_DIR src/benchmark.cc
            PATHS "${CMAKE_SOURCE_DIR}/.deps/windows-sources/benchmark"
            NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(MODLAB_BENCHMARK_SOURCE_DIR)
  if(NOT MODLAB_BENCHMARK_SOURCE_DIR)
    modlab_missing("Google Benchmark (its package, or src/benchmark.cc in MODLAB_BENCHMARK_SOURCE_DIR)")
  endif()
  file(GLOB sources "${MODLAB_BENCHMARK_SOURCE_DIR}/src/*.cc")
  list(FILTER sources EXCLUDE REGEX "/benchmark_main\\.cc$")
  add_library(modlab_google_benchmark STATIC ${sources})
  target_include_directories(modlab_google_benchmark SYSTEM PUBLIC "${MODLAB_BENCHMARK_SOURCE_DIR}/include")
  target_compile_definitions(modlab_google_benchmark PUBLIC BENCHMARK_STATIC_DEFINE PRIVATE HAVE_STD_REGEX
                                                            HAVE_STEADY_CLOCK)
  if(WIN32)
    target_link_libraries(modlab_google_benchmark PRIVATE shlwapi)
  endif()
  target_link_libraries(modlab::benchmark INTERFACE modlab_google_benchmark)
endif()
