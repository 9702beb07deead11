#!/bin/bash
# double_click.sh RUNNER TITLE PROGRAM.EXE [ARG…]: starts a Windows program as Explorer does, in its current folder and without
# a console or standard streams, on a desktop of its own. Waits for a window whose title matches TITLE, prints the titles of
# all windows of the program, and ends it. Exit status 1 where no such window appears.
set -euo pipefail

runner=$1 title=$2 program=$3
folder=$(mktemp -d)
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1920x1200x24 -nolisten tcp 3<> "$folder/display" > /dev/null 2>&1 &
x_server=$! call=''
trap '{ [[ -z $call ]] || { kill "$call" && wait "$call"; } || :; kill "$x_server"; rm -rf "$folder"; } > /dev/null 2>&1' EXIT
read -r -t 30 number <> "$folder/display"
export DISPLAY=:$number WINRUN_DISPLAY=:$number
timeout 100 "$runner" 'C:\windows\explorer.exe' /desktop=modlab,1600x1000 "Z:$program" "${@:4}" > /dev/null 2>&1 &
call=$!

windows() { xdotool search --onlyvisible --class "$(basename "$program")" getwindowname %@ 2> /dev/null; }
until windows | grep -q -- "$title"; do
  kill -0 "$call" 2> /dev/null && ((SECONDS < 60)) || {
    echo "no window '$title'; there are: $(windows | paste -sd ';')" >&2
    exit 1
  }
  sleep 0.2
done
windows
