# Direct3D 12 over Vulkan: libvkd3d (#include <vkd3d_utils.h>). A system library new enough is used as it is; otherwise
# the static libraries in CMAKE_PREFIX_PATH, where scripts/setup's are too. On x86-64 those link into programs only, not
# into shared libraries.

set(VKD3D_MINIMUM 2.1) # the oldest we have run
set(VKD3D_NAMES vkd3d-utils vkd3d vkd3d-shader)

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  set(PKG_CONFIG_USE_CMAKE_PREFIX_PATH OFF) # Debian packages unpacked there name places they are not in
  pkg_check_modules(VKD3D QUIET libvkd3d-utils>=${VKD3D_MINIMUM})
endif()

if(VKD3D_FOUND AND EXISTS "${VKD3D_LIBDIR}/libvkd3d-utils.so")
  set(vkd3d_include_dir "${VKD3D_INCLUDEDIR}/vkd3d")
  list(TRANSFORM VKD3D_NAMES PREPEND "${VKD3D_LIBDIR}/lib" OUTPUT_VARIABLE vkd3d_libraries)
  list(TRANSFORM vkd3d_libraries APPEND ".so")
  set(vkd3d_static OFF)
else()
  find_path(MODLAB_VKD3D_INCLUDE_DIR vkd3d_utils.h PATH_SUFFIXES vkd3d)
  set(vkd3d_include_dir "${MODLAB_VKD3D_INCLUDE_DIR}")
  set(vkd3d_libraries "")
  foreach(name IN LISTS VKD3D_NAMES)
    find_library(MODLAB_${name}_ARCHIVE lib${name}.a PATH_SUFFIXES ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
    mark_as_advanced(MODLAB_${name}_ARCHIVE)
    list(APPEND vkd3d_libraries "${MODLAB_${name}_ARCHIVE}")
  endforeach()
  set(vkd3d_static ON)
  if(NOT vkd3d_include_dir OR vkd3d_libraries MATCHES "NOTFOUND")
    modlab_missing("libvkd3d ${VKD3D_MINIMUM} or newer")
  endif()
endif()

# The newest interface version the header knows. Older libraries cannot compile HLSL.
file(STRINGS "${vkd3d_include_dir}/vkd3d.h" vkd3d_versions REGEX "^ *VKD3D_API_VERSION_[0-9]+_[0-9]+,")
list(POP_BACK vkd3d_versions vkd3d_version)
string(REGEX REPLACE ".*_([0-9]+)_([0-9]+),.*" "\\1.\\2" vkd3d_version "${vkd3d_version}")
if(vkd3d_version VERSION_LESS VKD3D_MINIMUM)
  modlab_missing("libvkd3d ${VKD3D_MINIMUM} or newer (${vkd3d_include_dir} is ${vkd3d_version})")
endif()
string(REPLACE "." "_" vkd3d_api "VKD3D_API_VERSION_${vkd3d_version}")
message(STATUS "libvkd3d ${vkd3d_version}: ${vkd3d_libraries}")

find_path(MODLAB_VULKAN_INCLUDE_DIR vulkan/vulkan.h)
if(NOT MODLAB_VULKAN_INCLUDE_DIR)
  modlab_missing("Vulkan's headers (vulkan/vulkan.h)")
endif()
mark_as_advanced(MODLAB_VKD3D_INCLUDE_DIR MODLAB_VULKAN_INCLUDE_DIR)

target_include_directories(modlab::d3d12 SYSTEM INTERFACE "${vkd3d_include_dir}" "${MODLAB_VULKAN_INCLUDE_DIR}")
target_compile_definitions(
  modlab::d3d12
  INTERFACE COM_NO_WINDOWS_H
            NOMINMAX
            VKD3D_UTILS_API_VERSION=${vkd3d_api}
            WIDL_EXPLICIT_AGGREGATE_RETURNS) # methods that return structs as D3D12's binary interface has them

if(vkd3d_static)
  list(JOIN vkd3d_libraries "," vkd3d_group) # they refer to each other in circles
  target_link_libraries(modlab::d3d12 INTERFACE "$<LINK_GROUP:RESCAN,${vkd3d_group}>")

  include(CheckFunctionExists)
  check_function_exists(__isoc23_strtol MODLAB_GLIBC_HAS_ISOC23)
  if(NOT MODLAB_GLIBC_HAS_ISOC23)
    add_library(modlab_glibc_compat STATIC "${CMAKE_CURRENT_LIST_DIR}/glibc_compat.c")
    target_link_libraries(modlab::d3d12 INTERFACE modlab_glibc_compat)
  endif()
  target_link_libraries(modlab::d3d12 INTERFACE m)
else()
  target_link_libraries(modlab::d3d12 INTERFACE ${vkd3d_libraries})
endif()
target_link_libraries(modlab::d3d12 INTERFACE ${CMAKE_DL_LIBS} Threads::Threads)
