/* A library that has Direct3D 12's functions and is neither vkd3d-proton's nor libvkd3d's: it must never be called. */
#include <stdlib.h>

void D3D12CreateDevice(void);
void D3D12CreateDevice(void) { abort(); }
void D3D12SerializeRootSignature(void);
void D3D12SerializeRootSignature(void) { abort(); }
