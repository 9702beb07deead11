#include "harness/d3d12/vulkan_adapters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "harness/system/crash.h"
#include "harness/system/jit_processor.h"
#include "harness/system/shared_library.h"
#include "harness/system/visible_text.h"
#include "kernels/error.h"

namespace modlab::d3d12 {
namespace {

constexpr const char* kInstallDriver =
    "install the GPU's Vulkan driver, or the software one (Debian: mesa-vulkan-drivers)";

template <typename Function>
Function find(PFN_vkGetInstanceProcAddr get_address, VkInstance instance, const char* name) {
  return reinterpret_cast<Function>(get_address(instance, name));
}

int rank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 1;
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return 3;
    default: return 2;
  }
}

std::string driver_text(VkPhysicalDevice device, const VkPhysicalDeviceProperties& properties, VkInstance instance,
                        PFN_vkGetInstanceProcAddr get_address) {
  // Core since Vulkan 1.1 and an extension before; which one an instance offers depends on how it was created.
  auto get_properties2 =
      find<PFN_vkGetPhysicalDeviceProperties2>(get_address, instance, "vkGetPhysicalDeviceProperties2");
  if (get_properties2 == nullptr)
    get_properties2 =
        find<PFN_vkGetPhysicalDeviceProperties2>(get_address, instance, "vkGetPhysicalDeviceProperties2KHR");

  VkPhysicalDeviceDriverProperties driver{};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  if (get_properties2 != nullptr) {
    VkPhysicalDeviceProperties2 properties2{};
    properties2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties2.pNext = &driver;  // a driver that does not know the structure ignores it
    get_properties2(device, &properties2);
  }
  if (driver.driverName[0] != '\0') return fmt::format("{} {}", driver.driverName, driver.driverInfo);
  const std::uint32_t version = properties.driverVersion;
  return fmt::format("Vulkan driver {}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

std::uint64_t device_memory(VkPhysicalDevice device, VkInstance instance, PFN_vkGetInstanceProcAddr get_address) {
  VkPhysicalDeviceMemoryProperties memory{};
  find<PFN_vkGetPhysicalDeviceMemoryProperties>(get_address, instance, "vkGetPhysicalDeviceMemoryProperties")(device,
                                                                                                              &memory);
  std::uint64_t largest = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i)
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0)
      largest = std::max<std::uint64_t>(largest, memory.memoryHeaps[i].size);
  return largest;
}

}  // namespace

PFN_vkGetInstanceProcAddr load_vulkan() {
  // Mesa's device-select layer asks the window system for its default adapter, and complains on stderr where there is
  // none. We order adapters ourselves; a user who selects one keeps the layer.
  if (std::getenv("MESA_VK_DEVICE_SELECT") == nullptr) setenv("NODEVICE_SELECT", "1", 0);
  const SharedLibrary loader("libvulkan.so.1", "there is no Vulkan loader; install it (Debian: libvulkan1)");
  return loader.require<PFN_vkGetInstanceProcAddr>("vkGetInstanceProcAddr");
}

CrashSubject using_drivers() {
  return CrashSubject("the system's Vulkan drivers", "name those to use in VK_DRIVER_FILES");
}

std::vector<VulkanAdapter> vulkan_adapters(VkInstance instance, PFN_vkGetInstanceProcAddr get_address) {
  const CrashSubject drivers = using_drivers();
  const auto enumerate = find<PFN_vkEnumeratePhysicalDevices>(get_address, instance, "vkEnumeratePhysicalDevices");
  std::uint32_t count = 0;
  VkResult result = enumerate(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  if (result == VK_SUCCESS && count > 0) result = enumerate(instance, &count, devices.data());
  if (result < 0 || count == 0) throw Error(fmt::format("no Vulkan driver offers a device: {}", kInstallDriver));
  devices.resize(count);

  struct Ranked {
    int rank;
    VulkanAdapter adapter;
  };
  std::vector<Ranked> ranked;
  for (std::uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties properties{};
    find<PFN_vkGetPhysicalDeviceProperties>(get_address, instance, "vkGetPhysicalDeviceProperties")(devices[i],
                                                                                                    &properties);
    Adapter adapter;
    adapter.name = properties.deviceName;
    const CrashSubject subject("the adapter " + visible_text(adapter.name), "name other drivers in VK_DRIVER_FILES");
    adapter.driver = driver_text(devices[i], properties, instance, get_address);
    adapter.memory_bytes = device_memory(devices[i], instance, get_address);
    adapter.software = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (const std::string_view processor = jit_processor(); adapter.software && !processor.empty())
      adapter.driver += fmt::format(", code for {}: this processor's SVE is hidden", processor);
    adapter.system_index = i;
    ranked.push_back({rank(properties.deviceType), {devices[i], std::move(adapter)}});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& x, const Ranked& y) { return x.rank < y.rank; });

  std::vector<VulkanAdapter> adapters;
  for (Ranked& entry : ranked) {
    entry.adapter.adapter.index = static_cast<std::uint32_t>(adapters.size());
    adapters.push_back(std::move(entry.adapter));
  }
  return adapters;
}

std::vector<Adapter> vulkan_adapters() {
  const CrashSubject subject = using_drivers();
  const PFN_vkGetInstanceProcAddr get_address = load_vulkan();
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "modlab";
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  const VkResult result =
      find<PFN_vkCreateInstance>(get_address, nullptr, "vkCreateInstance")(&info, nullptr, &instance);
  if (result != VK_SUCCESS)
    throw Error(fmt::format("Vulkan does not start (VkResult {}): {}", static_cast<int>(result), kInstallDriver));

  struct InstanceOwner {
    VkInstance instance;
    PFN_vkDestroyInstance destroy;
    ~InstanceOwner() { destroy(instance, nullptr); }
  } const owner{instance, find<PFN_vkDestroyInstance>(get_address, instance, "vkDestroyInstance")};

  std::vector<Adapter> adapters;
  for (VulkanAdapter& entry : vulkan_adapters(instance, get_address)) adapters.push_back(std::move(entry.adapter));
  return adapters;
}

}  // namespace modlab::d3d12
