// The entry of every program.
#include "harness/session/program.h"

#if defined(_WIN32)

#include <string>
#include <vector>

#include "harness/system/trusted_search.h"
#include "harness/system/wide_text.h"

#if defined(__MINGW32__)
// Windows' shells leave it to programs to replace *.csv by the files. This asks the C runtime to; wsetargv.obj asks
// Visual C++'s.
int _dowildcard = -1;
#endif

/// Arguments in Windows' own encoding, of which a code page may lack characters.
int wmain(int argc, wchar_t** argv) {
  modlab::ignore_current_folder();
  std::vector<std::string> words;
  for (int i = 0; i < argc; ++i) words.push_back(modlab::narrowed(argv[i]));
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return modlab::session::program_main(argc, pointers.data());
}

#else

int main(int argc, char** argv) { return modlab::session::program_main(argc, argv); }

#endif
