/* A libvkd3d, as far as modlab can tell, in which making a device ends the program as a broken driver does. */
#include <signal.h>

void vkd3d_shader_get_version(unsigned int* major, unsigned int* minor);
void vkd3d_shader_get_version(unsigned int* major, unsigned int* minor) {
  *major = 0;
  *minor = 1;
}
int D3D12CreateDevice(void);
int D3D12CreateDevice(void) { return raise(SIGILL); }
void D3D12SerializeRootSignature(void);
void D3D12SerializeRootSignature(void) {}
