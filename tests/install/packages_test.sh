#!/bin/bash
# packages_test.sh deb|tar|zip DIR: tries a package that scripts/package has left in DIR as its first user would: the .deb
# in a root of nothing but what it depends on, the .tar.gz and the .zip in folders with blanks in their names. Ends with 77,
# which CTest reports as skipped, where that cannot be done here.
set -euo pipefail

kind=${1:?usage: packages_test.sh deb|tar|zip DIR} dir=${2:?usage: packages_test.sh deb|tar|zip DIR}
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
skip() {
  echo "skipped: $*"
  exit 77
}
fail() {
  echo "failed: $*" >&2
  exit 1
}
compgen -G "$dir/modlab[-_]*" > "$folder/packages.log" || skip "there are no packages in $dir"
call=(tune --op floor --shape 4096 --where access=typed --budget 3e)

# has_documents FOLDER MODLAB [ROOT]: whatever the documents in a folder, the program's help and a new kernel refer to is
# there. What only a clone has, results and scripts, they name as such. MODLAB is a command, and what it names lies in ROOT.
has_documents() {
  local documents=$1 modlab=$2 root=${3:-} page path command seen
  for page in README.md docs/README.md docs/own-kernels.md docs/examples/packed_split.hlsl shaders/modlab.hlsli; do
    [[ -s $documents/$page ]] || fail "the package has no $page"
  done
  (cd "$documents" && for page in README.md docs/*.md; do
    { grep -oP '\]\(\K[^)#]+' "$page" || true; } | { grep -v '^https\?:\|results/' || true; } |
      sed "s|^|$(dirname "$page")/|; s|^\\./||"
    grep -oP '(?<![\w/.])docs/[\w./-]*\w' "$page" || true
  done) > "$folder/named"
  grep -ohP '[\w/]*\w\.hlsli' "$documents"/{README.md,docs/*.md} | sed 's|.*/||; s|^|shaders/|' >> "$folder/named"
  sort -u "$folder/named" | while read -r path; do
    [[ -e $documents/$path ]] || fail "the documents name $path, which the package lacks"
  done
  for command in '' kernel 'kernel new' 'kernel try' verify tune compute history; do
    # shellcheck disable=SC2086 # words
    $modlab $command --help
  done > "$folder/help"
  $modlab kernel new /tmp/packaged.hlsl > "$folder/new"
  cat "$root/tmp/packaged.hlsl" >> "$folder/help"
  rm "$root/tmp/packaged.hlsl"
  seen=$(cd "$documents" && pwd -P)
  seen=${seen#"$(cd "$root/" && pwd -P)"} # as the program sees it
  grep 'docs/' "$folder/help" > "$folder/named" || fail "the program names no documents"
  ! grep -vF "/${seen#/}/docs/" "$folder/named" || fail "the program names documents that are elsewhere"
  grep -oP 'docs/[\w./-]*\w' "$folder/named" | sort -u | while read -r path; do
    [[ -s $documents/$path ]] || fail "the program names $path, which the package lacks"
  done
}

# A root with the package, and the packages that apt says it needs on a system that has none. They are unpacked, not
# configured: modlab must need no more of them than their files.
make_root() {
  local state=$folder/apt new=$folder/root deb=$1 arch
  arch=$(dpkg-deb -f "$deb" Architecture)
  [[ $EUID == 0 ]] || skip "only root may change its root"
  unshare --mount true 2> "$folder/unshare.log" || skip "nothing may be mounted here: $(< "$folder/unshare.log")"
  command -v apt-get > /dev/null || skip "there is no apt"
  mkdir -p "$state"/{lists/partial,archives/partial} "$new"/{usr/{bin,lib,lib64,sbin},tmp,proc,dev,root}
  : > "$state/status"
  for each in bin lib lib64 sbin; do ln -s "usr/$each" "$new/$each"; done
  local own=(-q -y -o Dir::State::status="$state/status" -o Dir::Cache::archives="$state/archives"
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Debug::NoLocking=1 -o APT::Sandbox::User=root
    -o APT::Install-Recommends=no -o APT::Architecture="$arch" -o APT::Architectures::="$arch")
  # With this machine's index where it has one.
  apt-get "${own[@]}" --download-only install "$deb" > "$folder/apt.log" 2>&1 || {
    apt-get "${own[@]}" -o Dir::State::lists="$state/lists" update > "$folder/apt.log" 2>&1 &&
      apt-get "${own[@]}" -o Dir::State::lists="$state/lists" --download-only install "$deb" >> "$folder/apt.log" 2>&1
  } || {
    grep -q 'Unmet dependencies\|unmet dependencies' "$folder/apt.log" && fail "$(cat "$folder/apt.log")"
    skip "apt cannot fetch what the package needs: $(grep '^E:' "$folder/apt.log" | head -n 1)"
  }
  for each in "$state"/archives/*.deb "$deb"; do dpkg-deb --fsys-tarfile "$each" | tar -x -C "$new"; done
  rm -rf "$state/archives"
  for each in man/man1/modlab.1 bash-completion/completions/modlab applications/modlab-gui.desktop \
    icons/hicolor/scalable/apps/modlab.svg doc/modlab/copyright; do
    [[ -s $new/usr/share/$each ]] || fail "the package has no $each"
  done
  echo "$(find "$new" -type f | wc -l) files, $(du -sm "$new" | cut -f 1) MB in the root"
}

# in_root COMMAND…: there is no shell in it, nothing of this machine's surroundings, and /proc as long as it runs.
# shellcheck disable=SC2016 # the inner shell's
in_root() {
  unshare --mount bash -c 'mount -t proc proc "$0/proc" && exec env -i HOME=/root PATH=/usr/bin "$1" "$0" "${@:2}"' \
    "$folder/root" "$(command -v chroot)" "$@"
}

case $kind in
  deb)
    deb=$(compgen -G "$dir/modlab_*_$(dpkg --print-architecture).deb") || fail "there is no .deb for this machine in $dir"
    make_root "$deb"
    in_root modlab "${call[@]}" --out /tmp/run.csv
    [[ -s $folder/root/tmp/run.csv ]] || fail "the run left no journal"
    for program in modlab-bench modlab-gui; do in_root "$program" --version | grep "^$program "; done
    has_documents "$folder/root/usr/share/doc/modlab" 'in_root modlab' "$folder/root"
    ;;
  cross)
    case $(dpkg --print-architecture) in
      arm64) other=amd64 emulator=qemu-x86_64-static ;;
      *) other=arm64 emulator=qemu-aarch64-static ;;
    esac
    deb=$(compgen -G "$dir/modlab_*_$other.deb") || skip "there is no .deb for $other in $dir"
    command -v $emulator > /dev/null || skip "there is no $emulator: Debian's qemu-user-static has it"
    make_root "$deb"
    cp "$(command -v $emulator)" "$folder/root/"
    # Emulated, Mesa's threads lose each other in a longer run, so this one compiles, computes and compares, and times nothing.
    in_root /$emulator /usr/bin/modlab devices
    for program in modlab modlab-bench modlab-gui; do in_root /$emulator "/usr/bin/$program" --version | grep "^$program "; done
    ;;
  tar)
    mkdir "$folder/a folder"
    tar -xf "$(compgen -G "$dir/modlab-*-linux-$(uname -m).tar.gz")" -C "$folder/a folder" --strip-components=1
    cd "$folder/a folder"
    env -u MODLAB_RESULTS_DIR bin/modlab "${call[@]}"
    compgen -G 'results/runs/*.csv' > /dev/null || fail "the run left no journal in the current folder"
    has_documents share/doc/modlab bin/modlab
    ;;
  zip)
    runner=$root/.deps/wine/winrun
    [[ -x $runner ]] || skip "there is no Wine: scripts/setup-windows installs it"
    python3 -m zipfile -e "$(compgen -G "$dir/modlab-*-windows-x64.zip")" "$folder/Ein Ordner für π"
    cd "$folder/Ein Ordner für π"/modlab-*
    [[ -s docs/own-kernels.md && -s shaders/modlab.hlsli ]] || fail "there are no documents"
    [[ -s dxcompiler.dll && -s dxcompiler-license.txt ]] || fail "there is no dxcompiler.dll with its licence"
    # Emulated, a few kernels take as long as many elsewhere.
    env -u MODLAB_RESULTS_DIR "$runner" modlab.exe "${call[@]}" --where threads=64 --rounds 0
    journal=$(compgen -G 'results/runs/*-tune.csv') || fail "the run left no journal in the current folder"
    "$runner" modlab.exe summary "$journal" | grep -q '^floor/f32/4096/' || fail "the run cannot be read"
    for program in modlab-bench.exe modlab-gui.exe; do "$runner" "$program" --version | grep "^${program%.exe} "; done
    ;;
  *) fail "unknown package $kind" ;;
esac
