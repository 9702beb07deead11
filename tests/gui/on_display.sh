#!/bin/bash
# on_display.sh COMMAND…: runs it on its own headless X server and exits with its status. Unlike xvfb-run, which may pick a
# display that another server is just releasing, this leaves the choice to the server.
set -euo pipefail

exec 3< <(exec Xvfb -displayfd 1 -screen 0 1600x1000x24 -nolisten tcp -noreset 2> /dev/null)
server=$!
trap 'kill "$server"' EXIT
read -r -t 30 number <&3 || {
  echo "on_display: Xvfb did not start" >&2
  exit 1
}
DISPLAY=:$number "$@"
