#include "harness/compile/compiler_set.h"

#include <gtest/gtest.h>

#include "harness/device/status.h"

namespace modlab::compile {
namespace {

/// Its bytecode is as long as its id's name.
class NamedCompiler final : public Compiler {
 public:
  explicit NamedCompiler(CompilerId id) : id_(id) {}
  [[nodiscard]] std::vector<CompilerId> ids() const override { return {id_}; }
  [[nodiscard]] std::string version() const override { return std::string(name_of(id_)); }
  [[nodiscard]] Bytecode compile(const ShaderRequest&, const ShaderSources&) override {
    return {std::vector<std::byte>(name_of(id_).size()), {}};
  }

 private:
  CompilerId id_;
};

TEST(CompilerSet, EachRequestGoesToItsCompiler) {
  std::vector<std::unique_ptr<Compiler>> both;
  both.push_back(std::make_unique<NamedCompiler>(CompilerId::d3dcompile));
  both.push_back(std::make_unique<NamedCompiler>(CompilerId::dxc));
  CompilerSet set(std::move(both));
  EXPECT_EQ(set.ids(), (std::vector{CompilerId::d3dcompile, CompilerId::dxc}));
  EXPECT_EQ(set.version(), "d3dcompile; dxc");
  EXPECT_EQ(probe_compiler(set, CompilerId::dxc).version, "dxc");
  ShaderRequest request;
  EXPECT_EQ(set.compile(request, {}).bytes.size(), 10u);
  request.compiler = CompilerId::dxc;
  EXPECT_EQ(set.compile(request, {}).bytes.size(), 3u);
}

TEST(CompilerSet, ARequestForNoneOfThemIsRefused) {
  CompilerSet none({});
  EXPECT_THROW(static_cast<void>(none.compile({}, {})), VariantFailure);
}

}  // namespace
}  // namespace modlab::compile
