# Direct3D 12 of Windows, with DirectX-Headers (#include <directx/d3d12.h>) from vcpkg or from scripts/setup.

find_package(directx-headers CONFIG QUIET)
if(TARGET Microsoft::DirectX-Headers)
  target_link_libraries(modlab::d3d12 INTERFACE Microsoft::DirectX-Headers)
else()
  find_path(MODLAB_DIRECTX_INCLUDE_DIR directx/DirectML.h) # which releases too old for us have not
  mark_as_advanced(MODLAB_DIRECTX_INCLUDE_DIR)
  if(NOT MODLAB_DIRECTX_INCLUDE_DIR)
    modlab_missing("DirectX-Headers (directx/DirectML.h)")
  endif()
  target_include_directories(modlab::d3d12 SYSTEM INTERFACE "${MODLAB_DIRECTX_INCLUDE_DIR}")
endif()

if(MINGW)
  # Without it mingw's rpcndr.h lets the headers believe in an SDK too old for them.
  target_compile_definitions(modlab::d3d12 INTERFACE __REQUIRED_RPCNDR_H_VERSION__=475)
endif()
target_compile_definitions(modlab::d3d12 INTERFACE NOMINMAX WIN32_LEAN_AND_MEAN)
target_link_libraries(modlab::d3d12 INTERFACE d3d12 dxgi dxguid d3dcompiler Threads::Threads)
