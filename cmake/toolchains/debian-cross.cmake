# Linux programs for the other of Debian's two architectures that modlab is packaged for: x86-64 on arm64, arm64 elsewhere.
# Libraries come from .deps, which scripts/setup --package fills.

set(CMAKE_SYSTEM_NAME Linux)
if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CMAKE_SYSTEM_PROCESSOR x86_64)
else()
  set(CMAKE_SYSTEM_PROCESSOR aarch64)
endif()
set(CMAKE_LIBRARY_ARCHITECTURE "${CMAKE_SYSTEM_PROCESSOR}-linux-gnu")
set(CMAKE_CXX_COMPILER "${CMAKE_LIBRARY_ARCHITECTURE}-g++")
set(CMAKE_C_COMPILER "${CMAKE_LIBRARY_ARCHITECTURE}-gcc")

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH modlab_cmake_dir)
cmake_path(GET modlab_cmake_dir PARENT_PATH modlab_source_dir)
set(CMAKE_FIND_ROOT_PATH "${modlab_source_dir}/.deps/cross" "${modlab_source_dir}/.deps/cross-vkd3d"
                         # headers that are the same everywhere
                         "${modlab_source_dir}/.deps/windows" "${modlab_source_dir}/.deps/directx")
set(CMAKE_PREFIX_PATH /usr) # below each root
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,--allow-shlib-undefined) # what the shared libraries there need is not there
