# Direct3D 12 of Windows, with DirectX-Headers (#include <directx/d3d12.h>).

target_link_libraries(modlab::d3d12 INTERFACE modlab::directml_headers d3d12 dxgi dxguid d3dcompiler Threads::Threads)
