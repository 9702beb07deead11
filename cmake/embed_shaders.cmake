# modlab_embed_shaders(TARGET DIR): compiles the text of every shader in DIR into TARGET, as kernels/shader_sources.h
# declares, so that the program is one file and always runs the shaders it was built with.

function(modlab_embed_shaders target dir)
  file(GLOB shaders CONFIGURE_DEPENDS "${dir}/*.hlsl" "${dir}/*.hlsli")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded_shaders.cpp")
  set(script "${CMAKE_SOURCE_DIR}/cmake/write_embedded_shaders.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -D "shaders=${shaders}" -D "output=${output}" -P "${script}"
    DEPENDS ${shaders} "${script}"
    COMMENT "Embedding the shaders"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
