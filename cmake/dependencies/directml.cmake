# modlab::directml_headers: DirectX-Headers (#include <directx/DirectML.h>), from vcpkg or from scripts/setup. On systems
# other than Windows with their stand-ins for its headers; those and vkd3d's must never meet in one translation unit.

add_library(modlab::directml_headers INTERFACE IMPORTED)
find_package(directx-headers CONFIG QUIET)
if(TARGET Microsoft::DirectX-Headers)
  target_link_libraries(modlab::directml_headers INTERFACE Microsoft::DirectX-Headers)
else()
  find_path(MODLAB_DIRECTX_INCLUDE_DIR directx/DirectML.h) # which releases too old for us have not
  mark_as_advanced(MODLAB_DIRECTX_INCLUDE_DIR)
  if(NOT MODLAB_DIRECTX_INCLUDE_DIR)
    modlab_missing("DirectX-Headers (directx/DirectML.h)")
  endif()
  target_include_directories(modlab::directml_headers SYSTEM INTERFACE "${MODLAB_DIRECTX_INCLUDE_DIR}")
  if(NOT WIN32)
    target_include_directories(modlab::directml_headers SYSTEM INTERFACE "${MODLAB_DIRECTX_INCLUDE_DIR}/wsl/stubs")
  endif()
endif()

# All of DirectML, not what the oldest Windows that a build targets has.
target_compile_definitions(modlab::directml_headers INTERFACE DML_TARGET_VERSION_USE_LATEST)
if(WIN32)
  target_compile_definitions(modlab::directml_headers INTERFACE NOMINMAX WIN32_LEAN_AND_MEAN)
endif()
if(MINGW)
  # Without it mingw's rpcndr.h lets the headers believe in an SDK too old for them.
  target_compile_definitions(modlab::directml_headers INTERFACE __REQUIRED_RPCNDR_H_VERSION__=475)
endif()
if(NOT MSVC)
  # An annotation of Microsoft's that neither mingw nor the stand-ins know.
  target_compile_definitions(modlab::directml_headers INTERFACE "_Maybenull_=")
endif()
