// A Windows program that loads dxcompiler.dll once and serves compile requests until its stdin closes.
// scripts/setup-dxc builds it to run under Wine; harness/compile/dxc_server_process.cpp is its client.
//
// A request is one line, and so is its answer. Fields are separated by tabs; a tab, line feed or backslash within one
// is written \t, \n, \\.
//   version                          version   1.10 (9757d44f)
//   compile  source  argument…       ok        bytecode in hexadecimal   warnings
//                                    refused   the compiler's own message
//   disassemble  bytecode            ok        its text, or refused
//
// Without a C library: Debian has none for Windows on arm64.

#include "../dxc_api.h"
#include "text.h"

using namespace modlab::compile;
using namespace modlab::compile::dxc_server;

extern "C" {
using Handle = void*;
[[noreturn]] __declspec(dllimport) void ExitProcess(uint32_t status);
__declspec(dllimport) void* GetProcAddress(Handle library, const char* name);
__declspec(dllimport) Handle GetProcessHeap();
__declspec(dllimport) Handle GetStdHandle(uint32_t which);
__declspec(dllimport) void* HeapAlloc(Handle heap, uint32_t flags, size_t bytes);
__declspec(dllimport) int HeapFree(Handle heap, uint32_t flags, void* memory);
__declspec(dllimport) Handle LoadLibraryW(const wchar_t* name);
__declspec(dllimport) int ReadFile(Handle file, void* to, uint32_t bytes, uint32_t* read, void* overlapped);
__declspec(dllimport) int WriteFile(Handle file, const void* from, uint32_t bytes, uint32_t* written, void* overlapped);

// Compilers call this implicitly. Volatile, or they would turn the loop into a call of memcpy itself.
void* memcpy(void* to, const void* from, size_t bytes) {
  auto* target = static_cast<volatile char*>(to);
  const auto* source = static_cast<const char*>(from);
  while (bytes-- > 0) *target++ = *source++;
  return to;
}
}

namespace {

constexpr uint32_t kStdin = static_cast<uint32_t>(-10);
constexpr uint32_t kStdout = static_cast<uint32_t>(-11);
constexpr uint32_t kStderr = static_cast<uint32_t>(-12);

void write_all(uint32_t where, const char* bytes, size_t count) {
  while (count > 0) {
    uint32_t written = 0;
    const uint32_t most = 1u << 16;
    if (WriteFile(GetStdHandle(where), bytes, count < most ? static_cast<uint32_t>(count) : most, &written, nullptr) ==
            0 ||
        written == 0)
      ExitProcess(1);
    bytes += written;
    count -= written;
  }
}

[[noreturn]] void fail(const char* message) {
  write_all(kStderr, message, length_of(message));
  ExitProcess(1);
}

bool read_line(Text& line) {
  static char buffer[1 << 16];
  static uint32_t next = 0;
  static uint32_t end = 0;
  line.clear();
  for (;;) {
    while (next < end) {
      const char letter = buffer[next++];
      if (letter == '\n') return true;
      line.add(letter);
    }
    next = 0;
    if (ReadFile(GetStdHandle(kStdin), buffer, sizeof buffer, &end, nullptr) == 0 || end == 0) return false;
  }
}

void append_blob(Text& answer, dxc::Blob* blob, bool hexadecimal) {
  if (blob == nullptr) return;
  if (hexadecimal)
    append_hexadecimal(answer, static_cast<const unsigned char*>(blob->pointer()), blob->bytes());
  else
    append_escaped(answer, static_cast<const char*>(blob->pointer()), blob->bytes());
  blob->release();
}

void answer_version(dxc::Compiler& compiler, Text& answer) {
  append(answer, "version\t");
  dxc::VersionInfo* info = nullptr;
  if (compiler.query_interface(dxc::kVersionInfoId, reinterpret_cast<void**>(&info)) < 0) return;
  uint32_t major = 0;
  uint32_t minor = 0;
  uint32_t commits = 0;
  char* hash = nullptr;
  info->version(&major, &minor);
  append_number(answer, major);
  append(answer, ".");
  append_number(answer, minor);
  if (info->commit(&commits, &hash) < 0 || hash == nullptr) return;
  append(answer, " (");
  append(answer, hash);
  append(answer, ")");
}

void answer_compile(dxc::Compiler& compiler, Text& storage, List<size_t>& fields, Text& answer) {
  List<wchar_t> wide;
  wide.reserve(storage.count());  // so that no argument moves
  List<const wchar_t*> arguments;
  for (size_t i = 2; i < fields.count(); ++i) {
    arguments.add(wide.items() + wide.count());
    const char* argument = storage.items() + fields.items()[i];
    do wide.add(static_cast<unsigned char>(*argument));
    while (*argument++ != 0);
  }
  const char* source = storage.items() + fields.items()[1];
  const dxc::Buffer buffer{source, length_of(source), dxc::kUtf8};
  dxc::OperationResult* result = nullptr;
  dxc::Result status = compiler.compile(&buffer, arguments.items(), static_cast<uint32_t>(arguments.count()), nullptr,
                                        dxc::kResultId, reinterpret_cast<void**>(&result));
  if (status < 0 || result == nullptr) {
    append(answer, "refused\tIDxcCompiler3::Compile failed");
    return;
  }
  result->status(&status);
  dxc::Blob* bytecode = nullptr;
  dxc::Blob* messages = nullptr;
  if (status >= 0) result->result(&bytecode);
  result->errors(&messages);
  append(answer, status >= 0 ? "ok\t" : "refused\t");
  append_blob(answer, bytecode, true);
  if (status >= 0) append(answer, "\t");
  append_blob(answer, messages, false);
  result->release();
}

void answer_disassemble(dxc::Compiler& compiler, const char* hexadecimal, Text& answer) {
  List<uint8_t> bytes;
  if (!parse_hexadecimal(hexadecimal, bytes)) {
    append(answer, "refused\tthe bytecode is not hexadecimal");
    return;
  }
  const dxc::Buffer buffer{bytes.items(), bytes.count(), 0};
  dxc::OperationResult* result = nullptr;
  dxc::Result status = compiler.disassemble(&buffer, dxc::kResultId, reinterpret_cast<void**>(&result));
  if (status < 0 || result == nullptr) {
    append(answer, "refused\tIDxcCompiler3::Disassemble failed");
    return;
  }
  result->status(&status);
  dxc::Blob* text = nullptr;
  if (status >= 0) result->result(&text);
  append(answer, status >= 0 ? "ok\t" : "refused\t");
  append_blob(answer, text, false);
  result->release();
}

dxc::Compiler& load_compiler() {
  const Handle library = LoadLibraryW(L"dxcompiler.dll");
  if (library == nullptr) fail("dxc server: cannot load dxcompiler.dll\n");
  const auto create = reinterpret_cast<dxc::CreateInstance>(GetProcAddress(library, "DxcCreateInstance"));
  dxc::Compiler* compiler = nullptr;
  if (create == nullptr || create(dxc::kCompilerClass, dxc::kCompilerId, reinterpret_cast<void**>(&compiler)) < 0)
    fail("dxc server: dxcompiler.dll has no IDxcCompiler3\n");
  return *compiler;
}

}  // namespace

void* modlab::compile::dxc_server::allocate(size_t bytes) {
  void* memory = HeapAlloc(GetProcessHeap(), 0, bytes);
  if (memory == nullptr) fail("dxc server: out of memory\n");
  return memory;
}

void modlab::compile::dxc_server::release(void* memory) { HeapFree(GetProcessHeap(), 0, memory); }

extern "C" [[noreturn]] void start() {
  dxc::Compiler& compiler = load_compiler();
  Text line;
  Text storage;
  Text answer;
  List<size_t> fields;
  while (read_line(line)) {
    split(line, storage, fields);
    answer.clear();
    if (same(storage.items(), "version"))
      answer_version(compiler, answer);
    else if (same(storage.items(), "compile") && fields.count() >= 2)
      answer_compile(compiler, storage, fields, answer);
    else if (same(storage.items(), "disassemble") && fields.count() == 2)
      answer_disassemble(compiler, storage.items() + fields.items()[1], answer);
    else
      append(answer, "refused\tthe server does not understand the request");
    answer.add('\n');
    write_all(kStdout, answer.items(), answer.count());
  }
  ExitProcess(0);
}
