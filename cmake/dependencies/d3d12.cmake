# modlab::d3d12: Direct3D 12 and D3DCompile. On Windows the system's own with DirectX-Headers, elsewhere libvkd3d.

find_package(Threads REQUIRED)
add_library(modlab::d3d12 INTERFACE IMPORTED)

if(WIN32)
  include("${CMAKE_CURRENT_LIST_DIR}/d3d12_windows.cmake")
else()
  include("${CMAKE_CURRENT_LIST_DIR}/d3d12_vkd3d.cmake")
endif()
