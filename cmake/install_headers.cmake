# Installs from modlab_source_dir into modlab_header_dir the headers that docs/embedding.md names, and all that these
# include: no program should come to depend on the others.

cmake_minimum_required(VERSION 3.25)
set(waiting
    kernels/modulus/directml.h
    kernels/files/kernel_file.h
    kernels/modulus/space.h
    kernels/modulus/workload.h
    harness/compile/d3d_compiler.h
    harness/compile/dxc_compiler.h
    harness/compile/load_kernel.h
    harness/compile/shader_pack.h
    harness/d3d12/buffer.h
    harness/d3d12/modulus_kernel.h
    harness/store/best.h
    harness/system/file.h
    harness/system/hresult.h)
set(installed "")
while(waiting)
  list(POP_FRONT waiting header)
  if(header IN_LIST installed)
    continue()
  endif()
  list(APPEND installed "${header}")
  cmake_path(GET header PARENT_PATH folder)
  file(INSTALL "${modlab_source_dir}/${header}" DESTINATION "${CMAKE_INSTALL_PREFIX}/${modlab_header_dir}/${folder}")
  file(STRINGS "${modlab_source_dir}/${header}" includes REGEX "^#include \"(kernels|harness)/")
  list(TRANSFORM includes REPLACE ".*\"(.*)\".*" "\\1")
  list(APPEND waiting ${includes})
endwhile()
