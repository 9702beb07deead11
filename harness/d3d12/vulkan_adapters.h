#pragma once

#include <vector>

#include "harness/d3d12/adapters.h"
#include "harness/d3d12/api.h"
#include "harness/system/crash.h"

namespace modlab::d3d12 {

/// vkGetInstanceProcAddr of the system's Vulkan loader. Throws Error saying what to install.
PFN_vkGetInstanceProcAddr load_vulkan();

struct VulkanAdapter {
  VkPhysicalDevice handle;  ///< belongs to the instance it was listed with
  Adapter adapter;
};

/// What the program works with while every driver is loaded: none can be named before it answers.
CrashSubject using_drivers();

/// Best first; see Implementation::adapters. Throws Error when the instance has no physical device.
std::vector<VulkanAdapter> vulkan_adapters(VkInstance instance, PFN_vkGetInstanceProcAddr get_address);

/// The same through an instance of its own, for a Direct3D 12 library that does not expose its instance.
std::vector<Adapter> vulkan_adapters();

}  // namespace modlab::d3d12
