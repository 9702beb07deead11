#!/bin/bash
# example_test.sh BUILD [TOOLCHAIN [RUNNER]]: installs a build into a folder of its own, builds docs/examples and every
# installed header against it as another project would, and runs the example. With a toolchain that is for another
# system, which RUNNER runs; ends with 77, which CTest reports as skipped, where that build has not been made.
set -euo pipefail

build=${1:?usage: example_test.sh BUILD [TOOLCHAIN [RUNNER]]} toolchain=${2:-} runner=${3:-}
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
skip() {
  echo "skipped: $*"
  exit 77
}
[[ -f $build/cmake_install.cmake ]] || skip "there is no $build"
for archive in harness/store/libmodlab_store.a harness/compile/libmodlab_compile.a; do
  [[ -f $build/$archive ]] || skip "$build has not been built"
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$build" --component library --prefix "$folder/prefix with blank" > "$folder/install.log"
mv "$folder/prefix with blank" "$folder/moved prefix" # an installation knows no absolute path
prefix="$folder/moved prefix"

# Every header: what they need must be installed too, and belong to modlab or to Direct3D.
mkdir "$folder/user"
cp "$root/docs/examples"/{CMakeLists.txt,record_tuned_kernel.cpp} "$folder/user/"
(cd "$prefix/include/modlab" && find kernels harness -name '*.h' -printf '#include "%p"\n' | sort) > "$folder/user/headers.cpp"
echo 'target_sources(record_tuned_kernel PRIVATE headers.cpp)' >> "$folder/user/CMakeLists.txt"

# Only the prefix: a toolchain looks for packages below its own roots.
# A program for Windows has the compiler's libraries inside, as modlab's own have.
cmake -S "$folder/user" -B "$folder/build" \
  ${toolchain:+-D CMAKE_TOOLCHAIN_FILE="$toolchain" -D CMAKE_EXE_LINKER_FLAGS=-static} \
  -D modlab_DIR="$(dirname "$(find "$prefix" -name modlab-config.cmake)")" -D CMAKE_BUILD_TYPE=Debug > "$folder/configure.log" 2>&1 || {
  cat "$folder/configure.log"
  exit 1
}
cmake --build "$folder/build"

program=("$folder/build/record_tuned_kernel")
if [[ -n $toolchain ]]; then
  [[ -x $runner ]] || {
    echo "built, and not run: there is no $runner"
    exit 0
  }
  program=("$runner" "${program[0]}.exe")
fi
echo '[]' > "$folder/best.json"
status=0
"${program[@]}" "$folder/best.json" > "$folder/out.log" 2>&1 || status=$?
cat "$folder/out.log"
[[ $status == 2 ]] && grep -q 'no answer for floor/f32/1024/packed/out/mixed' "$folder/out.log"
