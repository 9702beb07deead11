#pragma once

// The part of Microsoft's dxcapi.h that we call, under our own names: Debian has no package of it, and the server
// (dxc_server/) is built without a C library. Methods have the order and parameters of DXC's vtables.

#include <stddef.h>
#include <stdint.h>

namespace modlab::compile::dxc {

static_assert(sizeof(void*) == 8, "on 32 bits, methods would need Windows' calling convention");

using Result = int32_t;  ///< HRESULT: negative where a call failed

struct Guid {
  uint32_t a;
  uint16_t b;
  uint16_t c;
  uint8_t d[8];
};

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"  // COM interfaces have none; nobody deletes through them
#endif

struct Unknown {
  virtual Result query_interface(const Guid& id, void** object) = 0;
  virtual uint32_t add_ref() = 0;
  virtual uint32_t release() = 0;
};

struct Blob : Unknown {
  virtual void* pointer() = 0;
  virtual size_t bytes() = 0;
};

struct OperationResult : Unknown {
  virtual Result status(Result* status) = 0;
  virtual Result result(Blob** object) = 0;
  virtual Result errors(Blob** text) = 0;
};

struct Buffer {
  const void* pointer;
  size_t bytes;
  uint32_t encoding;
};
inline constexpr uint32_t kUtf8 = 65001;

struct Compiler : Unknown {  // IDxcCompiler3
  virtual Result compile(const Buffer* source, const wchar_t** arguments, uint32_t count, Unknown* include_handler,
                         const Guid& result_id, void** result) = 0;
  virtual Result disassemble(const Buffer* bytecode, const Guid& result_id, void** result) = 0;
};

struct VersionInfo : Unknown {  // IDxcVersionInfo2
  virtual Result version(uint32_t* major, uint32_t* minor) = 0;
  virtual Result flags(uint32_t* flags) = 0;
  virtual Result commit(uint32_t* count, char** hash) = 0;
};

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/// What the library exports as DxcCreateInstance.
using CreateInstance = Result (*)(const Guid& class_id, const Guid& interface_id, void** object);

inline constexpr Guid kCompilerClass{0x73e22d93, 0xe6ce, 0x47f3, {0xb5, 0xbf, 0xf0, 0x66, 0x4f, 0x39, 0xc1, 0xb0}};
inline constexpr Guid kCompilerId{0x228b4687, 0x5a6a, 0x4730, {0x90, 0x0c, 0x97, 0x02, 0xb2, 0x20, 0x3f, 0x54}};
inline constexpr Guid kResultId{0x58346cda, 0xdde7, 0x4497, {0x94, 0x61, 0x6f, 0x87, 0xaf, 0x5e, 0x06, 0x59}};
inline constexpr Guid kVersionInfoId{0xfb6904c4, 0x42f0, 0x4b62, {0x9c, 0x46, 0x98, 0x3a, 0xf7, 0xda, 0x7c, 0x83}};

}  // namespace modlab::compile::dxc
