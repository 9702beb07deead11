# modlab_program(TARGET): what a program of ours needs beside its code: the entry, which calls program_main() with arguments
# in UTF-8, and on Windows
# - A manifest, by which narrow texts are UTF-8 for Windows and its C library too, in Windows 10 (1903) and later, and
#   paths may be long.
# - With MODLAB_AGILITY_SDK, the exports by which Windows' loader takes that Direct3D 12 in place of its own.
# - With vcpkg's package, dxcompiler.dll beside the program.

if(WIN32)
  set(MODLAB_AGILITY_SDK "" CACHE STRING "Run on the D3D12 Agility SDK of this number, such as 614, whose D3D12Core.dll \
lies in the folder D3D12 beside the programs; empty for Windows' own Direct3D 12")
  find_package(directx-dxc CONFIG QUIET)
endif()
if(MINGW)
  enable_language(RC)
endif()

function(modlab_program target)
  target_link_libraries(${target} PRIVATE modlab_entry)
  if(NOT WIN32)
    return()
  endif()
  if(MSVC)
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/windows/program.manifest")
  else()
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/windows/program.rc")
  endif()
  if(MODLAB_AGILITY_SDK)
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/harness/d3d12/agility_sdk.cpp")
    target_compile_definitions(${target} PRIVATE MODLAB_AGILITY_SDK=${MODLAB_AGILITY_SDK})
  endif()
  if(TARGET Microsoft::DirectXShaderCompiler)
    add_custom_command(
      TARGET ${target} POST_BUILD
      COMMAND "${CMAKE_COMMAND}" -E copy_if_different "$<TARGET_FILE:Microsoft::DirectXShaderCompiler>"
              "$<TARGET_FILE_DIR:${target}>"
      VERBATIM)
  endif()
endfunction()
