# modlab::options: how all of our own code is compiled. Third-party code never links it.

add_library(modlab_options INTERFACE)
add_library(modlab::options ALIAS modlab_options)
target_include_directories(modlab_options INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_features(modlab_options INTERFACE cxx_std_20)

if(MSVC)
  target_compile_options(modlab_options INTERFACE /W4 /permissive- /utf-8 /fp:precise /Zc:__cplusplus
                                                  /Zc:preprocessor)
else()
  target_compile_options(
    modlab_options
    INTERFACE -Wall
              -Wextra
              -Wpedantic
              -Wcast-align
              -Wconversion
              -Wdouble-promotion
              -Wformat=2
              -Wimplicit-fallthrough
              -Wshadow
              -Wsign-conversion
              -Wunused
              $<$<COMPILE_LANGUAGE:CXX>:-Wextra-semi>
              $<$<COMPILE_LANGUAGE:CXX>:-Woverloaded-virtual>
              # Seen in the standard library's own code, where nothing is wrong: overlaps by GCC 12, overflows by GCC 13.
              $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
              $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
              # GCC 13 suspects every reference that a function returns whose arguments are temporaries. GCC 12 ignores this.
              $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-dangling-reference>
              # The CPU reference is compared bit by bit: a*b+c must round twice on every machine, fused or not.
              -ffp-contract=off)
endif()

if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC takes the files of a unity build for headers, where a member of a type without linkage would be a mistake.
  target_compile_options(modlab_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()

if(MODLAB_WARNINGS_AS_ERRORS)
  target_compile_options(modlab_options INTERFACE $<IF:$<BOOL:${MSVC}>,/WX,-Werror>)
endif()

if(MODLAB_SANITIZE)
  # For everything, third-party inline code included. Not vptr: COM objects made by C code carry no C++ types.
  set(sanitizers -fsanitize=${MODLAB_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all)
  add_compile_options(${sanitizers} -fno-omit-frame-pointer)
  # GCC's own manual: sanitizers bring false alarms of this one. std::regex has them.
  target_compile_options(modlab_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(${sanitizers})
endif()

if(MODLAB_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link) # the fuzzers themselves link with libFuzzer's main
endif()

if(MINGW)
  add_link_options(-static) # the compiler's libraries inside: the program is one file
endif()
