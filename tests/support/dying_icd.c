/* A Vulkan driver that ends the program where it is loaded, as one does whose code this processor cannot run. */
#include <signal.h>

void* vk_icdGetInstanceProcAddr(void* instance, const char* name);
void* vk_icdGetInstanceProcAddr(void* instance, const char* name) {
  (void)instance;
  (void)name;
  raise(SIGILL);
  return 0;
}
