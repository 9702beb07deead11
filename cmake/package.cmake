# What scripts/package makes of an installation: a .deb and a .tar.gz here, a .zip of the programs for Windows.

set(CPACK_PACKAGE_NAME modlab)
set(CPACK_PACKAGE_VENDOR "modlab contributors")
set(CPACK_PACKAGE_CONTACT "${CPACK_PACKAGE_VENDOR}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tuning lab for modulus kernels on Direct3D 12")
set(CPACK_PACKAGE_DESCRIPTION
    "modlab finds the fastest correct kernel for DirectML's two element-wise modulus operators on a GPU, says how sure it is, "
    "and how far that is from what the memory can do. With the dashboard modlab-gui, modlab-bench for Google Benchmark, and "
    "a library that records a tuned kernel into a program's own command lists.")
list(JOIN CPACK_PACKAGE_DESCRIPTION "" CPACK_PACKAGE_DESCRIPTION)
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)

if(WIN32)
  set(CPACK_PACKAGE_FILE_NAME "modlab-${PROJECT_VERSION}-windows-x64")
  set(CPACK_GENERATOR ZIP)
  # The library is for the compiler that made it, which few on Windows have.
  set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};modlab;programs;/")
else()
  set(CPACK_PACKAGE_FILE_NAME "modlab-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
  set(CPACK_GENERATOR DEB TGZ)
endif()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What programs link, dpkg-shlibdeps finds. What they load: the Vulkan loader, and any driver, of which Mesa's software
# adapter makes the first run work on every machine.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libvulkan1, mesa-vulkan-drivers | vulkan-icd")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, libvulkan-dev") # for programs that link the library
include(CPack)
