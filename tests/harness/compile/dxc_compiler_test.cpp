// DXC through each backend: with stand-ins that need no DXC, and with the machine's own where there is one.
#include "harness/compile/dxc_compiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "harness/device/status.h"
#include "harness/system/scoped_variable.h"
#include "kernels/error.h"
#include "tests/support/dxc.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/include_bomb.h"
#include "tests/support/odd_includes.h"
#include "tests/support/temporary_folder.h"

namespace modlab::compile {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr const char* kDxcSource = R"(#include "value.hlsli"
RWByteAddressBuffer Out : register(u0);
[numthreads(1, 1, 1)] void main()
{
    Out.Store(0, value() + EXTRA);
}
)";

ShaderSources dxc_sources() { return {{"store.hlsl", kDxcSource}, {"value.hlsli", "uint value() { return 7; }\n"}}; }

ShaderRequest dxc_request() { return {"store.hlsl", "main", {6, 0}, {{"EXTRA", "1"}}, CompilerId::dxc}; }

std::string text_of(const Bytecode& bytecode) {
  return {reinterpret_cast<const char*>(bytecode.bytes.data()), bytecode.bytes.size()};
}

const Bytecode kNoBytecode{{std::byte{1}, std::byte{2}}, ""};

/// What the compiler says when it refuses.
std::string refusal(Compiler& compiler, const ShaderRequest& refused, const ShaderSources& from) {
  try {
    static_cast<void>(compiler.compile(refused, from));
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::compiler_refused);
    return failure.what();
  }
  return "no VariantFailure was thrown";
}

std::string refusal(Compiler& compiler, const std::string& source) {
  return refusal(compiler, dxc_request(), {{"store.hlsl", source}});
}

/// How the compiler failed to judge a source.
std::string failure_of(Compiler& compiler, const std::string& source) {
  try {
    static_cast<void>(compiler.compile(dxc_request(), {{"store.hlsl", source}}));
  } catch (const VariantFailure& failure) {
    EXPECT_EQ(failure.status(), Status::compiler_failed);
    return failure.what();
  }
  return "no VariantFailure was thrown";
}

/// An executable script in the test's folder.
std::string script(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  const std::filesystem::path path = folder / name;
  std::ofstream(path) << "#!/bin/sh\n" << text;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path.string();
}

TEST(DxcLibrary, CompilesThroughItsInterface) {
  const auto compiler = make_dxc_compiler(open_dxc_library(MODLAB_FAKE_DXCOMPILER));
  EXPECT_EQ(compiler->version(), "dxcompiler 1.99 (fake)");
  EXPECT_EQ(compiler->ids(), std::vector{CompilerId::dxc});
  const std::string text = text_of(compiler->compile(dxc_request(), dxc_sources()));
  EXPECT_NE(text.find("return 7"), std::string::npos) << text;
  EXPECT_NE(text.find(" -T cs_6_0 -E main "), std::string::npos) << text;
  EXPECT_NE(text.find(" -DEXTRA=1"), std::string::npos) << text;
  EXPECT_NE(text.find(" -Gis"), std::string::npos) << text;
  ShaderRequest fusing = dxc_request();
  fusing.strict = false;
  EXPECT_EQ(text_of(compiler->compile(fusing, dxc_sources())).find(" -Gis"), std::string::npos);
  EXPECT_EQ(refusal(*compiler, "refuse me"), "no, says DXC");
  EXPECT_EQ(failure_of(*compiler, "no memory"), "IDxcCompiler3::Compile gave 0x8007000e");
}

TEST(DxcLibrary, Disassembles) {
  const auto compiler = make_dxc_compiler(open_dxc_library(MODLAB_FAKE_DXCOMPILER));
  const Bytecode bytecode = compiler->compile(dxc_request(), dxc_sources());
  EXPECT_EQ(compiler->disassemble(bytecode), "; of " + text_of(bytecode));
  EXPECT_EQ(compiler->disassemble(kNoBytecode), std::nullopt);
}

TEST(DxcLibrary, IsAnErrorWhereThereIsNone) {
  EXPECT_THROW(open_dxc_library("/nowhere/libdxcompiler.so"), Error);
  EXPECT_THROW(open_dxc_library("libm.so.6"), Error);
}

TEST(DxcProgram, IsStartedForEveryKernel) {
  TemporaryFolder folder;
  const std::string path = script(folder, "dxc", R"sh(
if [ "$1" = --version ]; then echo "libdxcompiler.so: 1.98 (script)"; exit; fi
if [ "$1 $3" = '-dumpbin -Fc' ]; then
  grep -q numthreads "$2" || { echo 'no container' >&2; exit 1; }
  { echo '; of'; cat "$2"; } > "$4"
  exit
fi
source=$1
while [ $# -gt 0 ]; do
  case $1 in -Fo) out=$2 ;; -Fe) messages=$2 ;; esac
  shift
done
if grep -q 'crash now' "$source"; then kill -SEGV $$; fi
if grep -q 'refuse me' "$source"; then echo 'no, says DXC' > "$messages"; exit 5; fi
cat "$source" > "$out"
)sh");
  const auto compiler = make_dxc_compiler(open_dxc_program(path));
  EXPECT_EQ(compiler->version(), "dxcompiler 1.98 (script)");
  const Bytecode bytecode = compiler->compile(dxc_request(), dxc_sources());
  EXPECT_NE(text_of(bytecode).find("return 7"), std::string::npos);
  EXPECT_EQ(compiler->disassemble(bytecode), "; of\n" + text_of(bytecode));
  EXPECT_EQ(compiler->disassemble(kNoBytecode), std::nullopt);
  EXPECT_EQ(refusal(*compiler, "refuse me"), "no, says DXC");
}

TEST(DxcProgram, OneThatDoesNotFinishIsNoRefusal) {
  TemporaryFolder folder;
  // Cut off after half of the bytecode, killed after a warning, and gone without a word.
  const std::string path = script(folder, "dxc", R"sh(
if [ "$1" = --version ]; then echo "libdxcompiler.so: 1.98 (script)"; exit; fi
source=$1
while [ $# -gt 0 ]; do
  case $1 in -Fo) out=$2 ;; -Fe) messages=$2 ;; esac
  shift
done
if grep -q 'cut off' "$source"; then echo half > "$out"; kill -KILL $$; fi
if grep -q 'crash now' "$source"; then echo 'a warning' > "$messages"; kill -SEGV $$; fi
if grep -q 'quiet' "$source"; then exit 1; fi
)sh");
  const auto compiler = make_dxc_compiler(open_dxc_program(path));
  EXPECT_NE(failure_of(*compiler, "cut off").find("DXC was killed by signal 9"), std::string::npos);
  EXPECT_NE(failure_of(*compiler, "crash now").find("DXC was killed by signal 11"), std::string::npos);
  EXPECT_EQ(failure_of(*compiler, "quiet"), "DXC exited with 1");
  EXPECT_EQ(failure_of(*compiler, "nothing"), "DXC gave neither bytecode nor a reason");
  std::filesystem::remove(path);
  EXPECT_NE(failure_of(*compiler, "any").find(path), std::string::npos);
}

TEST(DxcProgram, OneThatHangsIsNoRefusal) {
  TemporaryFolder folder;
  const std::string path = script(folder, "dxc", R"sh(
if [ "$1" = --version ]; then echo "libdxcompiler.so: 1.98 (script)"; exit; fi
while read -r line; do echo "$line"; done
)sh");
  const auto compiler = make_dxc_compiler(open_dxc_program(path, std::chrono::milliseconds(0)));
  EXPECT_EQ(failure_of(*compiler, "any"), "DXC took longer than 0 s");
}

TEST(DxcProgram, NothingCutOffIsGivenToIt) {
  TemporaryFolder folder;
  const std::string path = script(folder, "dxc", R"sh(
if [ "$1" = --version ]; then echo "libdxcompiler.so: 1.98 (script)"; exit; fi
while [ $# -gt 0 ]; do
  case $1 in -Fo | -Fc) echo taken > "$2" ;; esac
  shift
done
)sh");
  const auto compiler = make_dxc_compiler(open_dxc_program(path));
  EXPECT_EQ(text_of(compiler->compile(dxc_request(), dxc_sources())), "taken\n");
  const FileSizeLimit full(100);
  const std::string source(200, ' ');
  EXPECT_THAT(failure_of(*compiler, source), EndsWith("source.hlsl: cannot be written: File too large"));
  EXPECT_THROW(static_cast<void>(compiler->disassemble({std::vector<std::byte>(200), ""})), VariantFailure);
}

TEST(DxcProgram, WithoutATemporaryFolderItIsNoRefusal) {
  TemporaryFolder folder;
  const std::string path = script(folder, "dxc", "echo 'libdxcompiler.so: 1.98 (script)'\n");
  const auto compiler = make_dxc_compiler(open_dxc_program(path));
  const ScopedVariable nowhere("TMPDIR", (folder / "nowhere").string());
  EXPECT_THAT(failure_of(*compiler, "any"), HasSubstr("No such file or directory"));
}

TEST(DxcProgram, AnotherProgramOfThatNameIsNone) {
  TemporaryFolder folder;
  EXPECT_THROW(open_dxc_program(script(folder, "dxc", "echo 'Digital extreme calculator 3'")), Error);
  EXPECT_THROW(open_dxc_program("/nowhere/dxc"), Error);
}

/// Speaks the lines of dxc_server/server.cpp, and counts its starts in a file.
std::string fake_server(const TemporaryFolder& folder) {
  return script(folder, "server", "echo started >> '" + (folder / "starts").string() + R"sh('
while IFS= read -r line; do
  case $line in
    version) printf 'version\t1.97 (script)\n' ;;
    *'crash now'*) exit 3 ;;
    *'crash once'*) [ -e "$0.crashed" ] || { : > "$0.crashed"; exit 3; }; printf 'ok\t444c\n' ;;
    *'hang'*) ;;
    *'stray'*) printf 'fixme: a stray line\nok\t444c\n' ;;
    *'no memory'*) printf 'refused\tIDxcCompiler3::Compile failed\n' ;;
    disassemble?444c) printf 'ok\t; of\\nDL\n' ;;
    disassemble*) printf 'refused\tno\n' ;;
    *'refuse me'*) printf 'refused\tno,\\nsays DXC\\n\n' ;;
    *) printf 'ok\t444c\ta warning\\n\n' ;;
  esac
done
)sh");
}

std::ptrdiff_t starts(const TemporaryFolder& folder) {
  std::ifstream file(folder / "starts");
  return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
}

TEST(DxcServer, OneServesManyKernels) {
  TemporaryFolder folder;
  const auto compiler = make_dxc_compiler(open_dxc_server(fake_server(folder)));
  EXPECT_EQ(compiler->version(), "dxcompiler 1.97 (script)");
  for (int i = 0; i < 3; ++i) {
    const Bytecode bytecode = compiler->compile(dxc_request(), dxc_sources());
    EXPECT_EQ(text_of(bytecode), "DL");
    EXPECT_EQ(bytecode.diagnostics, "a warning");
  }
  EXPECT_EQ(compiler->disassemble(compiler->compile(dxc_request(), dxc_sources())), "; of\nDL");
  EXPECT_EQ(compiler->disassemble(kNoBytecode), std::nullopt);
  EXPECT_EQ(refusal(*compiler, "refuse me"), "no,\nsays DXC");
  EXPECT_EQ(starts(folder), 1);
}

TEST(DxcServer, ACrashCostsOneKernelAfterASecondAttempt) {
  TemporaryFolder folder;
  const auto compiler = make_dxc_compiler(open_dxc_server(fake_server(folder)));
  EXPECT_EQ(failure_of(*compiler, "crash now"), "DXC's server exited with 3");
  EXPECT_EQ(starts(folder), 2);
  EXPECT_EQ(text_of(compiler->compile(dxc_request(), dxc_sources())), "DL");
  EXPECT_EQ(starts(folder), 3);
}

TEST(DxcServer, ACrashThatDoesNotRepeatCostsNothing) {
  TemporaryFolder folder;
  const auto compiler = make_dxc_compiler(open_dxc_server(fake_server(folder)));
  EXPECT_EQ(text_of(compiler->compile(dxc_request(), {{"store.hlsl", "crash once"}})), "DL");
  EXPECT_EQ(starts(folder), 2);
}

TEST(DxcServer, ServesSeveralThreadsWhileSomeOfItsKernelsCrash) {
  TemporaryFolder folder;
  const auto compiler = make_dxc_compiler(open_dxc_server(fake_server(folder)));
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(text_of(compiler->compile(dxc_request(), dxc_sources())), "DL");
        EXPECT_EQ(failure_of(*compiler, "crash now"), "DXC's server exited with 3");
      }
    });
}

TEST(DxcServer, OneThatHangsIsNoRefusal) {
  TemporaryFolder folder;
  const auto compiler = make_dxc_compiler(open_dxc_server(fake_server(folder), std::chrono::milliseconds(0)));
  EXPECT_EQ(failure_of(*compiler, "hang"), "DXC took longer than 0 s");
}

TEST(DxcServer, AnAnswerThatIsNoneNeverMeetsTheNextRequest) {
  TemporaryFolder folder;
  const auto compiler = make_dxc_compiler(open_dxc_server(fake_server(folder)));
  EXPECT_EQ(failure_of(*compiler, "stray"), "DXC's server said 'fixme: a stray line'");
  EXPECT_EQ(refusal(*compiler, "refuse me"), "no,\nsays DXC");
  EXPECT_EQ(failure_of(*compiler, "no memory"), "IDxcCompiler3::Compile failed");
}

TEST(DxcServer, OneThatIsGoneIsNoRefusal) {
  TemporaryFolder folder;
  const std::string path = fake_server(folder);
  const auto compiler = make_dxc_compiler(open_dxc_server(path));
  std::filesystem::remove(path);
  EXPECT_NE(failure_of(*compiler, "crash now").find(path), std::string::npos);
}

TEST(DxcServer, IsAnErrorWhereItDoesNotStart) {
  TemporaryFolder folder;
  EXPECT_THROW(open_dxc_server("/nowhere/dxcrun"), Error);
  EXPECT_THROW(open_dxc_server(script(folder, "server", "exit 1\n")), Error);
  EXPECT_THROW(open_dxc_server(script(folder, "server", "while read -r line; do echo \"no $line\"; done\n")), Error);
}

TEST(Dxc, BytecodeIsASignedContainer) {
  MODLAB_NEEDS_DXC();
  const Bytecode bytecode = real_dxc()->compile(dxc_request(), dxc_sources());
  const std::string text = text_of(bytecode);
  ASSERT_GT(text.size(), 32u);
  EXPECT_EQ(text.substr(0, 4), "DXBC");
  EXPECT_NE(text.substr(4, 16), std::string(16, '\0')) << "not validated";
  EXPECT_NE(text.find("DXIL"), std::string::npos);
  EXPECT_EQ(bytecode.diagnostics, "");
}

TEST(Dxc, DisassemblesItsBytecode) {
  MODLAB_NEEDS_DXC();
  const auto text = real_dxc()->disassemble(real_dxc()->compile(dxc_request(), dxc_sources()));
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("define void @main()"), std::string::npos) << *text;
  EXPECT_NE(text->find("call void @dx.op.bufferStore"), std::string::npos) << *text;
  EXPECT_EQ(text->find('\0'), std::string::npos);
  EXPECT_EQ(real_dxc()->disassemble(kNoBytecode), std::nullopt);
}

TEST(Dxc, DefinesAndIncludesReachTheShader) {
  MODLAB_NEEDS_DXC();
  const std::string hash = hash_of(real_dxc()->compile(dxc_request(), dxc_sources()));
  EXPECT_EQ(hash_of(real_dxc()->compile(dxc_request(), dxc_sources())), hash);
  ShaderRequest more = dxc_request();
  more.defines[0].value = "2";
  EXPECT_NE(hash_of(real_dxc()->compile(more, dxc_sources())), hash);
  ShaderSources other = dxc_sources();
  other["value.hlsli"] = "uint value() { return 8; }\n";
  EXPECT_NE(hash_of(real_dxc()->compile(dxc_request(), other)), hash);
}

TEST(Dxc, RefusalsNameFileAndLine) {
  MODLAB_NEEDS_DXC();
  ShaderSources other = dxc_sources();
  other["value.hlsli"] = "\nuint value() { return nothing; }\n";
  EXPECT_NE(refusal(*real_dxc(), dxc_request(), other).find("value.hlsli:2:"), std::string::npos);
  ShaderRequest less = dxc_request();
  less.defines.clear();
  EXPECT_NE(refusal(*real_dxc(), less, dxc_sources()).find("store.hlsl:5:"), std::string::npos);
  EXPECT_NE(refusal(*real_dxc(), dxc_request(), {{"store.hlsl", kDxcSource}}).find("value.hlsli"), std::string::npos);
}

TEST(Dxc, MeetsNoIncludeThatItWouldFollow) {
  MODLAB_NEEDS_DXC();
  const ShaderSources part{{"part.hlsli", "static const uint kPart = 7;\n"}};
  const std::string store = "RWByteAddressBuffer Out;\n[numthreads(1, 1, 1)] void main() { Out.Store(0, kPart); }\n";
  for (const std::string& directive : kIncludesOfPart) {
    if (directive.starts_with("don't") || directive.starts_with('"')) continue;  // no HLSL
    ShaderSources sources = part;
    sources["store.hlsl"] = directive + store;
    EXPECT_FALSE(real_dxc()->compile(dxc_request(), sources).bytes.empty()) << directive;
  }
  for (const std::string& way : kWaysOut)
    EXPECT_EQ(refusal(*real_dxc(), way + store).find("file not found"), std::string::npos) << way;
  EXPECT_NE(
      refusal(*real_dxc(), "#define P(a, b) a##b\n#if !P(__has_, include)(\"/etc/hostname\")\n#error none\n#endif\n")
          .find("error: none"),
      std::string::npos);
}

TEST(DxcLibrary, IncludeBombsAreRefused) {
  ShaderRequest bomb = dxc_request();
  bomb.file = "0.hlsl";
  const auto compiler = make_dxc_compiler(open_dxc_library(MODLAB_FAKE_DXCOMPILER));
  EXPECT_EQ(refusal(*compiler, bomb, include_bomb(31, 2)), "0.hlsl: with its includes it has more than 16 MiB");
}

TEST(Dxc, ServesSeveralThreads) {
  MODLAB_NEEDS_DXC();
  const std::string hash = hash_of(real_dxc()->compile(dxc_request(), dxc_sources()));
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { EXPECT_EQ(hash_of(real_dxc()->compile(dxc_request(), dxc_sources())), hash); });
}

}  // namespace
}  // namespace modlab::compile
