# Windows x86-64 programs built on Linux with mingw-w64. Other libraries' headers come from .deps/windows and
# .deps/directx only, which scripts/setup --tests fills.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)

# Debian has the variant with POSIX threads, which std::thread needs, under a name of its own.
find_program(MODLAB_MINGW_CXX NAMES x86_64-w64-mingw32-g++-posix x86_64-w64-mingw32-g++ REQUIRED)
find_program(MODLAB_MINGW_CC NAMES x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc REQUIRED)
set(CMAKE_CXX_COMPILER "${MODLAB_MINGW_CXX}")
set(CMAKE_C_COMPILER "${MODLAB_MINGW_CC}")
find_program(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH modlab_cmake_dir)
cmake_path(GET modlab_cmake_dir PARENT_PATH modlab_source_dir)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 "${modlab_source_dir}/.deps/windows"
                         "${modlab_source_dir}/.deps/directx")
set(CMAKE_PREFIX_PATH /usr) # below each root
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
