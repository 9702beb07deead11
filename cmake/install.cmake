# What `cmake --install` and the packages hold: the programs, and the library behind modlab::ModulusKernel with a CMake
# package, which docs/embedding.md shows in use.

include(CMakePackageConfigHelpers)

set(programs modlab modlab-bench)
if(TARGET modlab-gui)
  list(APPEND programs modlab-gui)
endif()
install(TARGETS ${programs} RUNTIME DESTINATION "${program_dir}" COMPONENT programs)
# As in the source, so that they find each other. Shaders are there to be read: the programs have them inside.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md packaging/copyright DESTINATION "${document_dir}" COMPONENT programs)
install(DIRECTORY docs DESTINATION "${document_dir}" COMPONENT programs)
install(DIRECTORY shaders DESTINATION "${document_dir}" COMPONENT programs FILES_MATCHING PATTERN *.hlsli)
# The texts that packaging/copyright refers to, from where every Debian system has them.
install(FILES /usr/share/common-licenses/Apache-2.0 $<$<NOT:$<BOOL:${WIN32}>>:/usr/share/common-licenses/LGPL-2.1>
        DESTINATION "${document_dir}" COMPONENT programs OPTIONAL)

if(WIN32)
  find_file(MODLAB_DXCOMPILER dxcompiler.dll DOC "A dxcompiler.dll to install beside the programs"
            PATHS "${CMAKE_SOURCE_DIR}/.deps/dxcompiler" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(TARGET Microsoft::DirectXShaderCompiler)
    set(dxcompiler "$<TARGET_FILE:Microsoft::DirectXShaderCompiler>")
  else()
    set(dxcompiler "${MODLAB_DXCOMPILER}")
  endif()
  if(dxcompiler)
    install(FILES "${dxcompiler}" packaging/dxcompiler-license.txt DESTINATION "${program_dir}" COMPONENT programs)
  endif()
else()
  install(FILES packaging/modlab.bash DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME modlab
          COMPONENT programs)
  install(FILES packaging/modlab-gui.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT programs)
  install(FILES packaging/modlab.svg DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" COMPONENT programs)
endif()

# The manual pages, which the programs print themselves. Those for another machine print nothing here.
if(NOT WIN32)
  set(manual_dir "${CMAKE_BINARY_DIR}/manual")
  if(CMAKE_CROSSCOMPILING)
    set(manual_dir "${PROJECT_SOURCE_DIR}/build/release/manual")
  endif()
  list(TRANSFORM programs REPLACE "(.+)" "${manual_dir}/\\1.1" OUTPUT_VARIABLE pages)
  install(FILES ${pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT programs)
  if(NOT CMAKE_CROSSCOMPILING)
    file(MAKE_DIRECTORY "${manual_dir}")
    foreach(program IN LISTS programs)
      add_custom_command(
        OUTPUT "${manual_dir}/${program}.1"
        COMMAND ${program} --manual > "${manual_dir}/${program}.1"
        DEPENDS ${program}
        COMMENT "Writing the manual page of ${program}"
        VERBATIM)
    endforeach()
    add_custom_target(manual ALL DEPENDS ${pages})
  endif()
endif()

# In the order in which a linker needs them. They are private: what a program names is modlab::ModulusKernel.
set(archives
    modlab_store
    modlab_compile
    modlab_d3d12
    modlab_process
    modlab_statistics
    modlab_system
    modlab_kernels
    modlab_fmt)
set(archive_dir "${CMAKE_INSTALL_LIBDIR}/modlab")
set(header_dir "${CMAKE_INSTALL_INCLUDEDIR}/modlab")
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/modlab")
install(TARGETS ${archives} ARCHIVE DESTINATION "${archive_dir}" COMPONENT library)
# At install time, so that it always holds what the headers include.
install(CODE "set(modlab_source_dir [[${PROJECT_SOURCE_DIR}]])
set(modlab_header_dir [[${header_dir}]])
include([[${CMAKE_CURRENT_LIST_DIR}/install_headers.cmake]])" COMPONENT library)

# Debian 12 and 13 have no libvkd3d of this kind: where we link an unpacked one, it is part of the installation.
set(modlab_vkd3d_archives "")
if(NOT WIN32 AND vkd3d_static)
  set(vkd3d_archives "")
  foreach(library IN LISTS vkd3d_libraries)
    cmake_path(GET library FILENAME name)
    list(APPEND vkd3d_archives "\${modlab_archive_dir}/${name}")
  endforeach()
  if(TARGET modlab_glibc_compat)
    list(APPEND vkd3d_archives "\${modlab_archive_dir}/libmodlab_glibc_compat.a")
    install(TARGETS modlab_glibc_compat ARCHIVE DESTINATION "${archive_dir}" COMPONENT library)
  endif()
  list(JOIN vkd3d_archives "," modlab_vkd3d_archives)
  install(FILES ${vkd3d_libraries} DESTINATION "${archive_dir}" COMPONENT library)
  install(DIRECTORY "${vkd3d_include_dir}/" DESTINATION "${header_dir}/vkd3d" COMPONENT library FILES_MATCHING PATTERN *.h)
endif()

get_target_property(modlab_d3d12_definitions modlab::d3d12 INTERFACE_COMPILE_DEFINITIONS)
if(WIN32)
  set(modlab_d3d12_definitions "")
  install(FILES cmake/dependencies/directml.cmake DESTINATION "${package_dir}" COMPONENT library)
endif()
list(TRANSFORM archives
     REPLACE "(.+)" "\${modlab_archive_dir}/${CMAKE_STATIC_LIBRARY_PREFIX}\\1${CMAKE_STATIC_LIBRARY_SUFFIX}"
     OUTPUT_VARIABLE modlab_archives)
list(JOIN modlab_archives "\"\n    \"" modlab_archives)
configure_package_config_file(
  cmake/modlab-config.cmake.in "${CMAKE_BINARY_DIR}/modlab-config.cmake"
  INSTALL_DESTINATION "${package_dir}"
  PATH_VARS archive_dir header_dir
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/modlab-config-version.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_BINARY_DIR}/modlab-config.cmake" "${CMAKE_BINARY_DIR}/modlab-config-version.cmake"
        DESTINATION "${package_dir}" COMPONENT library)
