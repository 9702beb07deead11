# modlab::benchmark: Google Benchmark. The sources that scripts/setup unpacks for packages and tests, where they are: mingw
# has no package, and modlab-bench then runs where there is no shared library of it. Otherwise the package.

find_package(Threads REQUIRED)
add_library(modlab::benchmark INTERFACE IMPORTED)
find_path(MODLAB_BENCHMARK_SOURCE_DIR src/benchmark.cc
          PATHS "${CMAKE_SOURCE_DIR}/.deps/windows-sources/benchmark"
          NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(MODLAB_BENCHMARK_SOURCE_DIR)
if(MODLAB_BENCHMARK_SOURCE_DIR)
  file(GLOB sources "${MODLAB_BENCHMARK_SOURCE_DIR}/src/*.cc")
  list(FILTER sources EXCLUDE REGEX "/benchmark_main\\.cc$")
  add_library(modlab_google_benchmark STATIC ${sources})
  target_include_directories(modlab_google_benchmark SYSTEM PUBLIC "${MODLAB_BENCHMARK_SOURCE_DIR}/include")
  target_compile_definitions(modlab_google_benchmark PUBLIC BENCHMARK_STATIC_DEFINE PRIVATE HAVE_STD_REGEX
                                                            HAVE_STEADY_CLOCK)
  target_link_libraries(modlab_google_benchmark PRIVATE Threads::Threads $<$<BOOL:${WIN32}>:shlwapi>)
  target_link_libraries(modlab::benchmark INTERFACE modlab_google_benchmark)
else()
  find_package(benchmark CONFIG QUIET)
  if(NOT TARGET benchmark::benchmark)
    modlab_missing("Google Benchmark (its package, or src/benchmark.cc in MODLAB_BENCHMARK_SOURCE_DIR)")
  endif()
  target_link_libraries(modlab::benchmark INTERFACE benchmark::benchmark)
endif()
