#!/bin/bash
# calling_conventions_test NM OBJECT… -- OBJECT…: compares objects that call Direct3D's methods by two conventions. A
# linker keeps one of two weak symbols that have the same name, so none may be in both whose name mentions an interface.
# The identifiers of interfaces may: they are data, and the same in both.
set -euo pipefail

nm=$1
shift
fail() {
  echo "calling_conventions_test: $*" >&2
  exit 1
}

# Optimised builds inline most of them, but not what makes devices.
weak_symbols() {
  local symbols
  symbols=$("$nm" --demangle --defined-only "$@")
  grep -qE 'ID3D|IDXGI' <<< "$symbols" || fail "no symbol of $1 mentions an interface"
  { sed -n 's/^[0-9a-f]* [VWu] //p' <<< "$symbols" | grep -E 'ID3D|IDXGI' | grep -v '__vkd3d_uuidof<' | sort -u; } || true
}

system=()
while [[ $# -gt 0 && $1 != -- ]]; do
  system+=("$1")
  shift
done
shift
[[ ${#system[@]} -gt 0 && $# -gt 0 ]] || fail "no objects to compare"

of_system=$(weak_symbols "${system[@]}")
of_windows=$(weak_symbols "$@")
both=$(comm -12 <(echo "$of_system") <(echo "$of_windows") | sed '/^$/d')
[[ -z $both ]] || fail "in both:"$'\n'"$both"
