#include "harness/compile/bytecode_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <thread>

#include "harness/compile/request_key.h"
#include "harness/device/status.h"

namespace modlab::compile {
namespace {

/// Counts what it is asked to compile. Its "bytecode" tells one request from another.
class CountingCompiler final : public Compiler {
 public:
  CountingCompiler(std::atomic<int>& compiles, std::string version)
      : compiles_(compiles), version_(std::move(version)) {}

  [[nodiscard]] std::vector<CompilerId> ids() const override { return {CompilerId::d3dcompile}; }
  [[nodiscard]] std::string version() const override { return version_; }
  [[nodiscard]] Bytecode compile(const ShaderRequest& request, const ShaderSources& sources) override {
    ++compiles_;
    if (request.entry == "refused") throw VariantFailure(Status::compiler_refused, "no");
    if (request.entry == "failed once" && compiles_ == 1) throw VariantFailure(Status::compiler_failed, "crashed");
    std::string text = request.entry + sources.at(request.file);
    for (const Define& define : request.defines) text += define.name + define.value;
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {std::vector<std::byte>(first, first + text.size()), "a warning"};
  }

 private:
  std::atomic<int>& compiles_;
  std::string version_;
};

class BytecodeCache : public ::testing::Test {
 protected:
  BytecodeCache() { std::filesystem::remove_all(folder_); }
  ~BytecodeCache() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] CachingCompiler make(std::string version = "1") {
    return {std::make_unique<CountingCompiler>(compiles_, std::move(version)), folder_};
  }

  [[nodiscard]] std::filesystem::path only_entry() const {
    const std::filesystem::directory_iterator first(folder_);
    EXPECT_EQ(std::distance(begin(first), end(first)), 1);
    return std::filesystem::directory_iterator(folder_)->path();
  }

  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) /
      (std::string("modlab-cache-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
  std::atomic<int> compiles_ = 0;
  ShaderSources sources_{{"main.hlsl", "#include \"part.hlsli\"\nmain"},
                         {"part.hlsli", "  #  include <nothing.hlsli>\npart"},
                         {"other.hlsl", "other"}};
  ShaderRequest request_{"main.hlsl", "main", {5, 1}, {{"WIDTH", "4"}}};
};

TEST_F(BytecodeCache, SecondRequestIsServedFromMemory) {
  CachingCompiler cache = make();
  const Bytecode first = cache.compile(request_, sources_);
  const Bytecode second = cache.compile(request_, sources_);
  EXPECT_EQ(compiles_, 1);
  EXPECT_EQ(second.bytes, first.bytes);
  EXPECT_EQ(second.diagnostics, "a warning");
}

TEST_F(BytecodeCache, NextProcessIsServedFromDisk) {
  const Bytecode first = make().compile(request_, sources_);
  CachingCompiler next = make();
  const Bytecode second = next.compile(request_, sources_);
  EXPECT_EQ(compiles_, 1);
  EXPECT_EQ(second.bytes, first.bytes);
  EXPECT_EQ(second.diagnostics, first.diagnostics);
}

TEST_F(BytecodeCache, NoTemporaryFileIsLeft) {
  static_cast<void>(make().compile(request_, sources_));
  EXPECT_EQ(only_entry().extension(), ".bytecode");
}

TEST_F(BytecodeCache, TruncatedEntryIsCompiledAgainAndRepaired) {
  static_cast<void>(make().compile(request_, sources_));
  for (const std::uintmax_t bytes :
       {std::uintmax_t{0}, std::uintmax_t{7}, std::filesystem::file_size(only_entry()) - 1}) {
    compiles_ = 0;
    std::filesystem::resize_file(only_entry(), bytes);
    static_cast<void>(make().compile(request_, sources_));
    EXPECT_EQ(compiles_, 1) << bytes << " bytes left";
    static_cast<void>(make().compile(request_, sources_));
    EXPECT_EQ(compiles_, 1) << bytes << " bytes left";
  }
}

TEST_F(BytecodeCache, EntryWithAFlippedBitIsCompiledAgain) {
  const Bytecode good = make().compile(request_, sources_);
  const auto entry = only_entry();
  const auto size = std::filesystem::file_size(entry);
  for (std::uintmax_t at = 0; at < size; ++at) {
    std::fstream file(entry, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const auto byte = static_cast<char>(file.get() ^ 16);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte);
    file.close();
    compiles_ = 0;
    EXPECT_EQ(make().compile(request_, sources_).bytes, good.bytes);
    EXPECT_EQ(compiles_, 1) << "byte " << at;
  }
}

TEST_F(BytecodeCache, EntryUnderAnotherKeysNameIsNotTrusted) {
  static_cast<void>(make().compile(request_, sources_));
  const auto entry = only_entry();
  request_.entry = "other";
  CountingCompiler plain(compiles_, "1");
  std::filesystem::rename(entry, folder_ / (request_key(request_, sources_, plain.version()) + ".bytecode"));
  static_cast<void>(make().compile(request_, sources_));
  EXPECT_EQ(compiles_, 2);
}

TEST_F(BytecodeCache, FolderThatCannotBeCreatedLeavesMemory) {
  std::ofstream(folder_) << "a file where the folder should be";
  CachingCompiler cache = make();
  static_cast<void>(cache.compile(request_, sources_));
  static_cast<void>(cache.compile(request_, sources_));
  EXPECT_EQ(compiles_, 1);
}

TEST_F(BytecodeCache, EmptyFolderMeansMemoryOnly) {
  CachingCompiler cache(std::make_unique<CountingCompiler>(compiles_, "1"), {});
  static_cast<void>(cache.compile(request_, sources_));
  static_cast<void>(cache.compile(request_, sources_));
  EXPECT_EQ(compiles_, 1);
}

TEST_F(BytecodeCache, RefusalIsKeptForThisProcessOnly) {
  CachingCompiler cache = make();
  request_.entry = "refused";
  EXPECT_THROW(static_cast<void>(cache.compile(request_, sources_)), VariantFailure);
  EXPECT_THROW(static_cast<void>(cache.compile(request_, sources_)), VariantFailure);
  EXPECT_EQ(compiles_, 1);
  EXPECT_FALSE(std::filesystem::exists(folder_));
  EXPECT_THROW(static_cast<void>(make().compile(request_, sources_)), VariantFailure);
  EXPECT_EQ(compiles_, 2);
}

TEST_F(BytecodeCache, NothingIsKeptOfACompilerThatFailed) {
  CachingCompiler cache = make();
  request_.entry = "failed once";
  EXPECT_THROW(static_cast<void>(cache.compile(request_, sources_)), VariantFailure);
  EXPECT_FALSE(std::filesystem::exists(folder_));
  EXPECT_FALSE(cache.compile(request_, sources_).bytes.empty());
  EXPECT_EQ(compiles_, 2);
}

TEST_F(BytecodeCache, ServesSeveralThreads) {
  CachingCompiler cache = make();
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread)
      threads.emplace_back([&] {
        for (int i = 0; i < 50; ++i) {
          const ShaderRequest own{"main.hlsl", "main", {5, 1}, {{"WIDTH", std::to_string(i)}}};
          EXPECT_FALSE(cache.compile(own, sources_).bytes.empty());
          ShaderRequest refused = own;
          refused.entry = "refused";
          EXPECT_THROW(static_cast<void>(cache.compile(refused, sources_)), VariantFailure);
        }
      });
  }
  compiles_ = 0;
  static_cast<void>(cache.compile({"main.hlsl", "main", {5, 1}, {{"WIDTH", "7"}}}, sources_));
  EXPECT_EQ(compiles_, 0);
}

TEST_F(BytecodeCache, KeyChangesWithEverythingThatMatters) {
  CountingCompiler compiler(compiles_, "1");
  const std::string key = request_key(request_, sources_, "1");
  EXPECT_EQ(request_key(request_, sources_, "1"), key);

  EXPECT_NE(request_key(request_, sources_, "2"), key) << "the compiler's version";
  ShaderRequest request = request_;
  request.entry = "other";
  EXPECT_NE(request_key(request, sources_, "1"), key) << "the entry";
  request = request_;
  request.shader_model = {6, 0};
  EXPECT_NE(request_key(request, sources_, "1"), key) << "the shader model";
  request = request_;
  request.native16 = true;
  EXPECT_NE(request_key(request, sources_, "1"), key) << "native types";
  request = request_;
  request.strict = false;
  EXPECT_NE(request_key(request, sources_, "1"), key) << "strictness";
  request = request_;
  request.defines[0].value = "8";
  EXPECT_NE(request_key(request, sources_, "1"), key) << "a define's value";
  request = request_;
  request.defines.push_back({"EXTRA", ""});
  EXPECT_NE(request_key(request, sources_, "1"), key) << "one define more";
  ShaderSources sources = sources_;
  sources["main.hlsl"] += " ";
  EXPECT_NE(request_key(request_, sources, "1"), key) << "the source";
  sources = sources_;
  sources["part.hlsli"] += " ";
  EXPECT_NE(request_key(request_, sources, "1"), key) << "an included source";
  sources = sources_;
  sources["nothing.hlsli"] = "now there is";
  EXPECT_NE(request_key(request_, sources, "1"), key) << "an included source that was missing";
}

TEST_F(BytecodeCache, KeyStaysWhenAnUnrelatedSourceChanges) {
  CountingCompiler compiler(compiles_, "1");
  const std::string key = request_key(request_, sources_, "1");
  sources_["other.hlsl"] += " ";
  EXPECT_EQ(request_key(request_, sources_, "1"), key);
}

TEST_F(BytecodeCache, KeyTellsDefinesApartThatReadTheSameTogether) {
  CountingCompiler compiler(compiles_, "1");
  request_.defines = {{"AB", "C"}};
  const std::string key = request_key(request_, sources_, "1");
  request_.defines = {{"A", "BC"}};
  EXPECT_NE(request_key(request_, sources_, "1"), key);
}

TEST_F(BytecodeCache, SourcesThatIncludeEachOtherHaveAKey) {
  CountingCompiler compiler(compiles_, "1");
  sources_["part.hlsli"] = "#include \"main.hlsl\"";
  EXPECT_EQ(request_key(request_, sources_, "1").size(), 32U);
}

}  // namespace
}  // namespace modlab::compile
