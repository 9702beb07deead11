// The house rules that no compiler checks: which folder may include which, and which namespace it has.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// For each room, the rooms it may include from beside itself.
const std::map<std::string, std::set<std::string>> kMayInclude{
    {"kernels", {}},
    {"harness/system", {"kernels"}},
    {"harness/device", {"kernels"}},
    {"harness/statistics", {"kernels"}},
    {"harness/process", {"harness/system", "kernels"}},
    {"harness/d3d12", {"harness/device", "harness/system", "kernels"}},
    {"harness/peers", {"harness/d3d12", "harness/device", "harness/system", "kernels"}},
    {"harness/compile", {"harness/process", "harness/d3d12", "harness/device", "harness/system", "kernels"}},
    {"harness/measure", {"harness/statistics", "harness/compile", "harness/device", "harness/system", "kernels"}},
    {"harness/store", {"harness/statistics", "harness/system", "kernels"}},
    {"harness/tune",
     {"harness/measure", "harness/store", "harness/statistics", "harness/compile", "harness/process", "harness/device",
      "harness/system", "kernels"}},
    {"harness/report", {"harness/store", "harness/statistics", "harness/device", "harness/system", "kernels"}},
    {"harness/analysis", {"harness/report", "harness/store", "harness/statistics", "harness/system", "kernels"}},
    {"harness/html",
     {"harness/analysis", "harness/report", "harness/store", "harness/statistics", "harness/system", "kernels"}},
    {"harness/session",
     {"harness/tune", "harness/measure", "harness/store", "harness/statistics", "harness/compile", "harness/peers",
      "harness/d3d12", "harness/device", "harness/system", "kernels"}},
    {"harness/cli",
     {"harness/session", "harness/html", "harness/analysis", "harness/tune", "harness/report", "harness/measure",
      "harness/store", "harness/statistics", "harness/compile", "harness/d3d12", "harness/device", "harness/system",
      "kernels"}},
    {"harness/bench",
     {"harness/session", "harness/tune", "harness/report", "harness/measure", "harness/store", "harness/statistics",
      "harness/device", "harness/system", "kernels"}},
    {"gui/analysis",
     {"harness/session", "harness/analysis", "harness/tune", "harness/report", "harness/store", "harness/statistics",
      "harness/compile", "kernels"}},
    {"gui/runs",
     {"gui/analysis", "harness/analysis", "harness/session", "harness/tune", "harness/process", "harness/store",
      "harness/system", "kernels"}},
    {"gui/draw",
     {"gui/runs", "gui/analysis", "harness/analysis", "harness/store", "harness/statistics", "harness/system",
      "kernels"}},
    {"gui/panels",
     {"gui/draw", "gui/runs", "gui/analysis", "harness/analysis", "harness/session", "harness/report",
      "harness/measure", "harness/store", "harness/system", "kernels"}},
    {"gui/shell",
     {"gui/panels", "gui/draw", "gui/runs", "gui/analysis", "harness/analysis", "harness/session", "harness/report",
      "harness/store", "harness/d3d12", "harness/system", "kernels"}},
    {"gui",
     {"gui/shell", "gui/panels", "gui/runs", "gui/analysis", "harness/session", "harness/store", "harness/system",
      "kernels"}},
};

/// "harness/store" of "harness/store/csv.h", "kernels" of "kernels/plan.h", "gui" of "gui/main.cpp".
std::string room_of(const std::string& path) {
  const std::size_t slash = path.find('/');
  const std::size_t second = path.starts_with("kernels/") ? std::string::npos : path.find('/', slash + 1);
  return path.substr(0, second == std::string::npos ? slash : second);
}

/// What draws the dashboard with Direct3D 12 on Windows, where OpenGL does elsewhere.
bool is_windows_canvas(const std::string& file) { return file.starts_with("gui/shell/dx12_canvas."); }

TEST(Architecture, IncludesFollowTheArrows) {
  const fs::path root = MODLAB_SOURCE_DIR;
  const std::regex include(R"re(^\s*#\s*include\s*"([^"]+/[^"]+)")re");
  int checked = 0;
  for (const char* top : {"kernels", "harness", "gui"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      const std::string room = room_of(file);
      ASSERT_TRUE(kMayInclude.contains(room)) << file << ": a room the plan does not know";
      std::ifstream text(entry.path());
      for (std::string line; std::getline(text, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        const std::string target = room_of(match[1]);
        if (target == room || !kMayInclude.contains(target)) continue;
        EXPECT_TRUE(kMayInclude.at(room).contains(target)) << file << " must not include " << match[1];
        EXPECT_TRUE(target != "harness/d3d12" || !file.starts_with("gui/") || is_windows_canvas(file))
            << file << ": only the Windows shell draws with Direct3D 12, and must not include " << match[1];
        ++checked;
      }
    }
  EXPECT_GT(checked, 50);
}

TEST(Architecture, OnlyTheirRoomsIncludeForeignInterfaces) {
  const fs::path root = MODLAB_SOURCE_DIR;
  const std::regex d3d12(R"(#\s*include\s*[<"](directx/|vkd3d|d3d12|dxgi))");
  const std::regex google_benchmark(R"(#\s*include\s*[<"]benchmark/)");
  const std::regex imgui(R"(#\s*include\s*[<"](imgui|implot))");
  for (const char* top : {"kernels", "harness", "gui", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (!entry.is_regular_file()) continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      std::ifstream text(entry.path());
      for (std::string line; std::getline(text, line);) {
        const bool may_d3d12 = file.starts_with("harness/d3d12/") || file.starts_with("harness/compile/") ||
                               is_windows_canvas(file) || file == "kernels/modulus/directml_api.h";
        const bool may_imgui =
            file.starts_with("gui/draw/") || file.starts_with("gui/panels/") || file.starts_with("gui/shell/");
        EXPECT_TRUE(may_d3d12 || !std::regex_search(line, d3d12)) << file << ": " << line;
        EXPECT_TRUE(file.starts_with("harness/bench/") || !std::regex_search(line, google_benchmark))
            << file << ": " << line;
        EXPECT_TRUE(may_imgui || !std::regex_search(line, imgui)) << file << ": " << line;
      }
    }
}

/// Whether a file belongs to what measures, tunes and shows any kernels.
bool is_of_the_lab(const std::string& file) {
  static const std::set<std::string> kLab{"gui",
                                          "harness/analysis",
                                          "harness/device",
                                          "harness/html",
                                          "harness/measure",
                                          "harness/report",
                                          "harness/statistics",
                                          "harness/store",
                                          "harness/tune"};
  const std::string room = room_of(file);
  return kLab.contains(room) || room.starts_with("gui/");
}

TEST(Architecture, TheLabKnowsNoOperator) {
  const fs::path root = MODLAB_SOURCE_DIR;
  const std::regex knows(
      R"re(#include "kernels/(modulus/|embedding)|\b(modulus::Rounding|modulus::Algorithm|is_own|is_peer)\b)re");
  int checked = 0;
  for (const char* top : {"harness", "gui"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string file = fs::relative(entry.path(), root).generic_string();
      if (!entry.is_regular_file() || !is_of_the_lab(file)) continue;
      if (file.starts_with("harness/store/best.")) continue;  // for programs that embed our kernels
      std::ifstream text(entry.path());
      for (std::string line; std::getline(text, line);)
        EXPECT_FALSE(std::regex_search(line, knows)) << file << ": " << line;
      ++checked;
    }
  EXPECT_GT(checked, 300);
}

/// "file: line" of each line of the code that matches.
std::vector<std::string> lines_with(const std::regex& pattern) {
  const fs::path root = MODLAB_SOURCE_DIR;
  std::vector<std::string> found;
  for (const char* top : {"kernels", "harness", "gui"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream text(entry.path());
      for (std::string line; std::getline(text, line);)
        if (std::regex_search(line, pattern))
          found.push_back(fs::relative(entry.path(), root).generic_string() + ": " + line);
    }
  return found;
}

// Streams take an error for the end of a file.
TEST(Architecture, FilesAreReadByFileReaderAlone) {
  for (const std::string& line : lines_with(std::regex(R"(\b(ifstream|fstream [a-z]|fopen\())")))
    if (!line.starts_with("harness/system/jit_processor.cpp")) ADD_FAILURE() << line;
}

// Streams that nobody asks lose what did not fit on the disk.
TEST(Architecture, FilesAreWrittenByAppendFileAlone) {
  for (const std::string& line : lines_with(std::regex(R"(\bofstream\b)"))) ADD_FAILURE() << line;
}

// Text that leaves otherwise is not escaped.
TEST(Architecture, OnlyTheConsolePrints) {
  const std::regex prints(R"(\b(printf|fprintf|fputs|puts|fwrite|putchar)\(|std::(cout|cerr|clog)|fmt::print)");
  for (const std::string& line : lines_with(prints))
    if (!line.starts_with("harness/system/console.")) ADD_FAILURE() << line;
}

// A linker would take one for the other: their inline functions have the same names.
TEST(Architecture, NoTwoClassesOfANamespaceHaveOneName) {
  const std::regex space(R"(^namespace ([\w:]+) \{)");
  const std::regex defined(R"(^(?:class|struct) (\w+)(?: final)?(?: : [^;{]*)? \{)");
  const fs::path root = MODLAB_SOURCE_DIR;
  std::map<std::string, std::string> files;
  for (const char* top : {"kernels", "harness", "gui"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (entry.path().extension() != ".h") continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      std::ifstream text(entry.path());
      std::string name_space;
      std::smatch match;
      for (std::string line; std::getline(text, line);) {
        if (std::regex_search(line, match, space)) name_space = match[1];
        if (!std::regex_search(line, match, defined)) continue;
        const auto [other, is_new] = files.emplace(name_space + "::" + match[1].str(), file);
        EXPECT_TRUE(is_new) << other->first << " is in " << file << " and " << other->second;
      }
    }
  EXPECT_GT(files.size(), 200U);
}

/// The namespace of a file's room, whose tests have it too.
std::string namespace_of(std::string file) {
  if (file.starts_with("tests/")) file.erase(0, std::string("tests/").size());
  constexpr std::pair<const char*, const char*> kOtherwiseNamed[] = {
      {"gui/", "modlab::gui"},       {"harness/peers/directml/", "modlab::directml"},
      {"harness/peers/", "modlab"},  {"harness/device/", "modlab"},
      {"harness/system/", "modlab"}, {"kernels/modulus/", "modlab::modulus"},
      {"kernels/", "modlab"},
  };
  for (const auto& [folder, name] : kOtherwiseNamed)
    if (file.starts_with(folder)) return name;
  const std::string room = room_of(file);
  return "modlab::" + room.substr(room.find('/') + 1);
}

TEST(Architecture, EveryRoomHasItsNamespace) {
  const std::regex space(R"(^ *namespace (modlab[\w:]*))");
  const fs::path root = MODLAB_SOURCE_DIR;
  int checked = 0;
  for (const char* top : {"kernels", "harness", "gui", "tests/kernels", "tests/harness", "tests/gui"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      const std::string file = fs::relative(entry.path(), root).generic_string();
      std::ifstream text(entry.path());
      std::set<std::string> opened;
      std::smatch match;
      for (std::string line; std::getline(text, line);)
        if (std::regex_search(line, match, space)) opened.insert(match[1]);
      if (opened.erase("modlab::MODLAB_D3D12") > 0) opened.insert("modlab::d3d12");  // the macro's two values
      if (opened.empty()) continue;
      const std::string own = namespace_of(file);
      EXPECT_TRUE(std::ranges::any_of(
          opened, [&](const auto& name) { return name == own || (own != "modlab" && name.starts_with(own + "::")); }))
          << file << " must open " << own;
      ++checked;
    }
  EXPECT_GT(checked, 500);
}

/// "Suite.Name" of every test.
std::set<std::string> test_names() {
  const std::regex test(R"(^TEST(?:_F|_P)?\((\w+), (\w+)\))");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(MODLAB_SOURCE_DIR) / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream text(entry.path());
    std::smatch match;
    for (std::string line; std::getline(text, line);)
      if (std::regex_search(line, match, test)) names.insert(match[1].str() + '.' + match[2].str());
  }
  return names;
}

TEST(Architecture, EveryPatternOfTestsNamesOne) {
  const std::set<std::string> names = test_names();
  const std::regex filter("(?:THREADED|LONG) \"([^\"$]+)\"");
  int checked = 0;
  for (const char* list : {"tests/CMakeLists.txt", "tests/gui/CMakeLists.txt"}) {
    std::ifstream text(fs::path(MODLAB_SOURCE_DIR) / list);
    std::smatch match;
    for (std::string line; std::getline(text, line);) {
      if (!std::regex_search(line, match, filter)) continue;
      std::istringstream patterns(match[1]);
      for (std::string pattern; std::getline(patterns, pattern, ':'); ++checked) {
        const std::string escaped = std::regex_replace(pattern, std::regex(R"(\.)"), "\\.");
        const std::regex whole(std::regex_replace(escaped, std::regex(R"(\*)"), ".*"));
        EXPECT_TRUE(std::ranges::any_of(names, [&](const auto& name) { return std::regex_match(name, whole); }))
            << list << ": " << pattern;
      }
    }
  }
  EXPECT_GT(checked, 10);
}

}  // namespace
