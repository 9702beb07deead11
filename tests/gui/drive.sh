#!/bin/bash
# drive.sh PROGRAM RUN < COMMANDS: opens a run in a real window on a headless X server and acts as a user, through events
# of that server. COMMANDS are bash with the functions below. Click targets have the names that the program writes
# (gui/draw/locations.h).
set -euo pipefail

program=$1 run=$2
window=''

fail() {
  echo "drive: $*" >&2
  [[ -z $window ]] || echo "drive: the title of the window is '$(title)'" >&2
  exit 1
}

# until_true COMMAND…: repeats it until it succeeds; fails after a minute, longer than any machine takes.
until_true() {
  local deadline=$((SECONDS + 60))
  until "$@" 2> /dev/null; do
    ((SECONDS < deadline)) || fail "timed out: $*"
    kill -0 "$gui" 2> /dev/null || fail "the program ended while waiting for: $*"
    sleep 0.05
  done
}

find_window() { window=$(xdotool search --onlyvisible --name '^modlab' | head -n 1) && [[ -n $window ]]; }
title() { xdotool getwindowname "$window"; }
title_has() { [[ $(title) == *"$1"* ]]; }
await_title() { until_true title_has "$1"; }
await_file() { until_true test -s "$1"; }
await_text() { until_true grep -qs -- "$1" "$2"; }
location_of() { awk -F '\t' -v name="$1" '$1 == name { print $2, $3; exit }' "$MODLAB_GUI_LOCATIONS"; }
is_still() { # NAME: it is drawn, and has not moved for a moment
  local before
  before=$(location_of "$1")
  sleep 0.1
  [[ -n $before && $before == "$(location_of "$1")" ]]
}
pointer_is_at() { [[ $(location_of pointer) == "$1 $2" ]]; }
click_at() { # X Y, once the program has seen the pointer there: a button pressed in the frame of a movement drags
  xdotool mousemove --window "$window" "$1" "$2"
  until_true pointer_is_at "$1" "$2"
  xdotool click 1
}
click() { # NAME
  until_true is_still "$1"
  # shellcheck disable=SC2046
  click_at $(location_of "$1")
}
key() { # MODIFIER+KEY, held as long as a hand would; xdotool's own `key` releases the modifier at once
  local names
  IFS=+ read -ra names <<< "$1"
  local name
  for name in "${names[@]}"; do xdotool keydown "$name"; done
  sleep 0.1
  for name in "${names[@]}"; do xdotool keyup "$name"; done
}
settings_have() { grep -qs -- "$1" "$XDG_CONFIG_HOME/modlab/dashboard.json"; }
await_panel() { until_true settings_have "\"panel\": \"$1\""; }
show_panel() { # NAME: by a click on it
  click "panel $1"
  await_panel "$1"
}
drag() { # NAME X Y: from there by so many pixels
  until_true is_still "$1"
  local x y
  read -r x y <<< "$(location_of "$1")"
  xdotool mousemove --window "$window" "$x" "$y"
  until_true pointer_is_at "$x" "$y"
  xdotool mousedown 1
  xdotool mousemove --window "$window" $((x + $2)) $((y + $3))
  until_true pointer_is_at $((x + $2)) $((y + $3))
  xdotool mouseup 1
}
enter() { # NAME TEXT: replaces the content of that field
  click "$1"
  key ctrl+a
  xdotool type --delay 20 -- "$2"
}
export_to() { # PATH, without an extension: the active panel
  key ctrl+e
  until_true is_still "export path"
  key ctrl+a
  xdotool type --delay 20 "$1"
  key Return
}
export_panel() { # PANEL: the active panel, which has this name
  local base
  base=$MODLAB_RESULTS_DIR/exports/$(basename "$run" .csv)-$1
  rm -f "$base.png"
  key ctrl+e
  until_true is_still "export path"
  key Return
  await_file "$base.png"
}
end_all() {
  kill "$gui" "$server" 2> /dev/null || true
  wait 2> /dev/null || true
}

# A number that hardly any other process takes. The server reports when it is ready, and does not reset itself when its
# last client, such as xdotool, disconnects.
exec 3<> <(:)
Xvfb ":$(($$ % 30000 + 100))" -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp -noreset 2> /dev/null &
server=$! gui=$!
trap end_all EXIT
read -r -t 60 -u 3 number || fail "there is no X server"
export DISPLAY=:$number MODLAB_GUI_LOCATIONS=$PWD/locations
"$program" --open "$run" &
gui=$!
until_true find_window
xdotool windowfocus --sync "$window" || xdotool windowfocus "$window"
await_title "row "
eval "$(cat)"
