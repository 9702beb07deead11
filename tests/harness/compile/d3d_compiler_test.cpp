#include "harness/compile/d3d_compiler.h"

#include <gtest/gtest.h>

#include <thread>

#include "harness/compile/d3d_compile_function.h"
#include "harness/device/status.h"
#include "tests/support/include_bomb.h"
#include "tests/support/odd_includes.h"

namespace modlab::compile {
namespace {

constexpr const char* kSource = R"(#include "value.hlsli"
RWByteAddressBuffer Out : register(u0);
[numthreads(1, 1, 1)] void main()
{
    Out.Store(0, value() + EXTRA);
}
)";

ShaderSources sources() { return {{"store.hlsl", kSource}, {"value.hlsli", "uint value() { return 7; }\n"}}; }

ShaderRequest request() { return {"store.hlsl", "main", {5, 1}, {{"EXTRA", "1"}}}; }

/// What the compiler says when it refuses.
std::string refusal(const ShaderRequest& refused, const ShaderSources& from) {
  try {
    static_cast<void>(make_d3d_compiler()->compile(refused, from));
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::compiler_refused);
    return failure.what();
  }
  return "no VariantFailure was thrown";
}

TEST(D3dCompiler, BytecodeIsAContainer) {
  const Bytecode bytecode = make_d3d_compiler()->compile(request(), sources());
  ASSERT_GT(bytecode.bytes.size(), 32U);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytecode.bytes.data()), 4), "DXBC");
  EXPECT_EQ(bytecode.diagnostics, "");
}

TEST(D3dCompiler, DisassemblesItsOwnBytecodeAndNothingElse) {
  const auto compiler = make_d3d_compiler();
  const auto text = compiler->disassemble(compiler->compile(request(), sources()));
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("cs_5_1"), std::string::npos) << *text;
  EXPECT_NE(text->find("store_raw"), std::string::npos) << *text;
  EXPECT_EQ(compiler->disassemble({{std::byte{1}, std::byte{2}}, ""}), std::nullopt);
}

HRESULT MODLAB_STDCALL lacks_memory(const void*, SIZE_T, const char*, const D3D_SHADER_MACRO*, ID3DInclude*,
                                    const char*, const char*, UINT, UINT, ID3DBlob**, ID3DBlob**) {
  return E_OUTOFMEMORY;
}

TEST(D3dCompiler, LackOfMemoryIsNoRefusal) {
  D3dCompileFunction function = find_d3d_compile();
  function.compile = lacks_memory;
  try {
    static_cast<void>(make_d3d_compiler(function)->compile(request(), sources()));
    FAIL() << "nothing was thrown";
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::compiler_failed);
  }
}

TEST(D3dCompiler, SameRequestGivesSameHash) {
  const auto compiler = make_d3d_compiler();
  const std::string hash = hash_of(compiler->compile(request(), sources()));
  EXPECT_EQ(hash.size(), 32U);
  EXPECT_EQ(hash_of(compiler->compile(request(), sources())), hash);
}

TEST(D3dCompiler, DefinesReachTheShader) {
  const auto compiler = make_d3d_compiler();
  ShaderRequest other = request();
  other.defines[0].value = "2";
  EXPECT_NE(hash_of(compiler->compile(other, sources())), hash_of(compiler->compile(request(), sources())));
  other.defines.clear();
  EXPECT_NE(refusal(other, sources()).find("EXTRA"), std::string::npos);
}

TEST(D3dCompiler, IncludedSourceReachesTheShader) {
  const auto compiler = make_d3d_compiler();
  ShaderSources other = sources();
  other["value.hlsli"] = "uint value() { return 8; }\n";
  EXPECT_NE(hash_of(compiler->compile(request(), other)), hash_of(compiler->compile(request(), sources())));
}

TEST(D3dCompiler, IncludeWithinAnIncludeIsServed) {
  ShaderSources nested = sources();
  nested["value.hlsli"] = "#include \"deep.hlsli\"\nuint value() { return deep(); }\n";
  nested["deep.hlsli"] = "uint deep() { return 7; }\n";
  EXPECT_NO_THROW(static_cast<void>(make_d3d_compiler()->compile(request(), nested)));
}

TEST(D3dCompiler, ErrorNamesFileAndLine) {
  ShaderSources broken = sources();
  broken["store.hlsl"] =
      "RWByteAddressBuffer Out;\n[numthreads(1, 1, 1)] void main()\n{\n    Out.Store(0, unheard_of);\n}\n";
  const std::string message = refusal(request(), broken);
#if defined(_WIN32)
  EXPECT_NE(message.find("store.hlsl(4,"), std::string::npos) << message;
#else
  EXPECT_NE(message.find("store.hlsl:4:"), std::string::npos) << message;
#endif
  EXPECT_NE(message.find("unheard_of"), std::string::npos) << message;
}

TEST(D3dCompiler, ErrorWithinAnIncludeNamesThatFile) {
  ShaderSources broken = sources();
  broken["value.hlsli"] = "\nuint value() { return unheard_of; }\n";
  const std::string message = refusal(request(), broken);
#if defined(_WIN32)
  EXPECT_NE(message.find("value.hlsli(2,"), std::string::npos) << message;
#else
  EXPECT_NE(message.find("value.hlsli:2:"), std::string::npos) << message;
#endif
}

TEST(D3dCompiler, LinesAfterMacrosCommentsAndSkippedPartsKeepTheirNumbers) {
  ShaderSources broken = sources();
  broken["store.hlsl"] =
      "#define TWO_LINES(x) \\\n  (x)\n/* a\n   comment */\n#if 0\n#include \"value.hlsli\"\n#else\n#include "
      "\"value.hlsli\"\n#endif\nuint f() { return TWO_LINES(unheard_of); }\n";
  const std::string message = refusal(request(), broken);
#if defined(_WIN32)
  EXPECT_NE(message.find("store.hlsl(10,"), std::string::npos) << message;
#else
  EXPECT_NE(message.find("store.hlsl:10:"), std::string::npos) << message;
#endif
}

TEST(D3dCompiler, WarningIsPassedOnWithFileAndLine) {
  ShaderSources dubious = sources();
  dubious["value.hlsli"] = "uint4 four() { return 7; }\nuint value() { uint v = four(); return v; }\n";
  const Bytecode bytecode = make_d3d_compiler()->compile(request(), dubious);
#if defined(_WIN32)
  EXPECT_NE(bytecode.diagnostics.find("value.hlsli(2,"), std::string::npos) << bytecode.diagnostics;
#else
  EXPECT_NE(bytecode.diagnostics.find("value.hlsli:2:"), std::string::npos) << bytecode.diagnostics;
#endif
}

TEST(D3dCompiler, MissingIncludeIsNamed) {
  ShaderSources incomplete = sources();
  incomplete.erase("value.hlsli");
  const std::string message = refusal(request(), incomplete);
  EXPECT_NE(message.find("no shader source is named value.hlsli"), std::string::npos) << message;
}

TEST(D3dCompiler, IncludeBombsAreRefused) {
  ShaderRequest bomb = request();
  bomb.file = "0.hlsl";
  EXPECT_EQ(refusal(bomb, include_bomb(31, 2)), "0.hlsl: with its includes it has more than 16 MiB");
  EXPECT_EQ(refusal(bomb, include_bomb(64, 1)), "0.hlsl: its includes are more than 64 deep");
}

TEST(D3dCompiler, NamesOfIncludedFilesCountToo) {
  const std::string long_name(100'000, 'k');
  ShaderRequest bomb = request();
  bomb.file = "0.hlsl";
  ShaderSources sources{{"0.hlsl", ""}, {long_name, ""}};
  for (int i = 0; i < 100; ++i) sources["0.hlsl"] += "#include \"" + long_name + "\"\n";
  EXPECT_EQ(refusal(bomb, sources), "0.hlsl: with its includes it has more than 16 MiB");
}

TEST(D3dCompiler, ABombThatItPassesOverChangesNoRefusal) {
  ShaderSources broken = include_bomb(31, 2);
  broken["store.hlsl"] = "#if 0\n#include \"0.hlsl\"\n#endif\nunheard_of\n";
  EXPECT_NE(refusal(request(), broken).find("unheard_of"), std::string::npos);
}

TEST(D3dCompiler, ReachesNoFileButItsSources) {
  for (const std::string& way : kWaysOut)
    EXPECT_NE(refusal(request(), {{"store.hlsl", kSource + way}, {"value.hlsli", "uint value() { return 7; }\n"}}),
              "no VariantFailure was thrown")
        << way;
}

TEST(D3dCompiler, MissingFileIsNamed) { EXPECT_EQ(refusal(request(), {}), "no shader source is named store.hlsl"); }

TEST(D3dCompiler, UnknownEntryIsRefused) {
  ShaderRequest other = request();
  other.entry = "elsewhere";
  EXPECT_NE(refusal(other, sources()).find("elsewhere"), std::string::npos);
}

TEST(D3dCompiler, ShaderModelItDoesNotKnowIsRefused) {
  ShaderRequest other = request();
  other.shader_model = {6, 2};
  EXPECT_FALSE(refusal(other, sources()).empty());
}

TEST(D3dCompiler, VersionIsNotEmpty) {
  const auto compiler = make_d3d_compiler();
  EXPECT_EQ(compiler->ids(), std::vector{CompilerId::d3dcompile});
  EXPECT_FALSE(compiler->version().empty());
}

TEST(D3dCompiler, ThreadsMayCompileAtOnce) {
  const auto compiler = make_d3d_compiler();
  const std::string hash = hash_of(compiler->compile(request(), sources()));
  std::vector<std::string> hashes(4);
  std::vector<std::thread> threads;
  for (std::string& result : hashes)
    threads.emplace_back([&] {
      for (int i = 0; i < 8; ++i) result = hash_of(compiler->compile(request(), sources()));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(hashes, std::vector<std::string>(4, hash));
}

TEST(ShaderRequest, TakesWhatThePlanSays) {
  Plan plan;
  plan.shader = "modulus.hlsl";
  plan.build.shader_model = {6, 0};
  plan.defines = {{"THREADS", "64"}};
  const ShaderRequest made = shader_request(plan);
  EXPECT_EQ(made.file, "modulus.hlsl");
  EXPECT_EQ(made.entry, "main");
  EXPECT_EQ(made.shader_model, (ShaderModel{6, 0}));
  EXPECT_EQ(made.defines, plan.defines);
}

}  // namespace
}  // namespace modlab::compile
