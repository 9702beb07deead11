# modlab_embed_text(TARGET HEADER FUNCTION FILE…): compiles the text of the files into TARGET, by their names, as the
# FUNCTION of namespace modlab that HEADER declares, so that the program is one file and always uses the texts it was built with.

function(modlab_embed_text target header function)
  string(REPLACE "::" "_" name "${function}")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  set(script "${CMAKE_SOURCE_DIR}/cmake/write_embedded_text.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -D "files=${ARGN}" -D "header=${header}" -D "function=${function}" -D "output=${output}"
            -P "${script}"
    DEPENDS ${ARGN} "${script}"
    COMMENT "Embedding texts: ${function}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
