# Where programs and documents are installed. Programs find the documents by the way from themselves, so that an
# installation can be moved.

include(GNUInstallDirs)
if(WIN32)
  set(program_dir .) # a folder to unpack and click in
  set(document_dir .)
  set(MODLAB_DOCUMENTS .)
else()
  set(program_dir "${CMAKE_INSTALL_BINDIR}")
  set(document_dir "${CMAKE_INSTALL_DOCDIR}")
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_DOCDIR BASE_DIRECTORY "${CMAKE_INSTALL_FULL_BINDIR}"
             OUTPUT_VARIABLE MODLAB_DOCUMENTS)
endif()
