// A library with DXC's interface that compiles nothing: its bytecode is the source and the arguments.
#include <cstdlib>
#include <string>

#include "harness/compile/dxc_api.h"

namespace modlab::compile::dxc {
namespace {

bool same(const Guid& x, const Guid& y) { return x.a == y.a && x.b == y.b && x.c == y.c; }

/// Counts references like COM, so that sanitizers report a client that leaks one.
template <typename Interface>
class Counted : public Interface {
 public:
  virtual ~Counted() = default;
  Result query_interface(const Guid& /*id*/, void** /*object*/) override { return -1; }
  uint32_t add_ref() override { return ++count_; }
  uint32_t release() override {
    const uint32_t left = --count_;
    if (left == 0) delete this;
    return left;
  }

 private:
  uint32_t count_ = 1;
};

class TextBlob final : public Counted<Blob> {
 public:
  explicit TextBlob(std::string text) : text_(std::move(text)) {}
  void* pointer() override { return text_.data(); }
  size_t bytes() override { return text_.size(); }

 private:
  std::string text_;
};

class Outcome final : public Counted<OperationResult> {
 public:
  Outcome(Result status, std::string bytecode, std::string messages)
      : status_(status), bytecode_(std::move(bytecode)), messages_(std::move(messages)) {}
  Result status(Result* status) override {
    *status = status_;
    return 0;
  }
  Result result(Blob** object) override {
    *object = new TextBlob(bytecode_);
    return 0;
  }
  Result errors(Blob** text) override {
    *text = new TextBlob(messages_);
    return 0;
  }

 private:
  Result status_;
  std::string bytecode_;
  std::string messages_;
};

class FakeVersion final : public Counted<VersionInfo> {
 public:
  Result version(uint32_t* major, uint32_t* minor) override {
    *major = 1;
    *minor = 99;
    return 0;
  }
  Result flags(uint32_t* /*flags*/) override { return -1; }
  Result commit(uint32_t* count, char** hash) override {
    static char text[] = "fake";
    *count = 1;
    *hash = text;
    return 0;
  }
};

class FakeCompiler final : public Counted<Compiler> {
 public:
  Result query_interface(const Guid& id, void** object) override {
    if (!same(id, kVersionInfoId)) return -1;
    *object = static_cast<VersionInfo*>(new FakeVersion);
    return 0;
  }
  Result compile(const Buffer* source, const wchar_t** arguments, uint32_t count, Unknown* /*include_handler*/,
                 const Guid& result_id, void** result) override {
    if (!same(result_id, kResultId) || source->encoding != kUtf8) return -1;
    std::string text(static_cast<const char*>(source->pointer), source->bytes);
    if (text.find("crash now") != std::string::npos) std::abort();
    if (text.find("hang now") != std::string::npos)
      for (volatile bool hangs = true; hangs;) {
      }
    if (text.find("no memory") != std::string::npos) return static_cast<Result>(0x8007000eu);
    const bool refused = text.find("refuse me") != std::string::npos;
    for (uint32_t i = 0; i < count; ++i) {
      text += ' ';
      for (const wchar_t* letter = arguments[i]; *letter != 0; ++letter) text += static_cast<char>(*letter);
    }
    *result = static_cast<OperationResult*>(new Outcome(refused ? -1 : 0, text, refused ? "no, says DXC\n" : ""));
    return 0;
  }
  Result disassemble(const Buffer* bytecode, const Guid& result_id, void** result) override {
    if (!same(result_id, kResultId)) return -1;
    const std::string text(static_cast<const char*>(bytecode->pointer), bytecode->bytes);
    const bool known = text.find("numthreads") != std::string::npos;
    *result = static_cast<OperationResult*>(new Outcome(known ? 0 : -1, "; of " + text + '\0', ""));
    return 0;
  }
};

}  // namespace
}  // namespace modlab::compile::dxc

extern "C" modlab::compile::dxc::Result DxcCreateInstance(const modlab::compile::dxc::Guid& class_id,
                                                          const modlab::compile::dxc::Guid& interface_id,
                                                          void** object) {
  using namespace modlab::compile::dxc;
  if (!same(class_id, kCompilerClass) || !same(interface_id, kCompilerId)) return -1;
  *object = static_cast<Compiler*>(new FakeCompiler);
  return 0;
}
