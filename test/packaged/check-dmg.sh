#!/bin/sh
# On macOS: opens the disk image of dist, looks whether what is in it is signed as macOS wants it, lets the program check itself and
# open the desk, and its command line speak, and closes it.
set -eu
image=$(ls dist/*.dmg)
volume=$(mktemp -d)
data=$(mktemp -d)
hdiutil attach "$image" -nobrowse -readonly -mountpoint "$volume"
trap 'hdiutil detach "$volume"' EXIT
app="$volume/Parcel Desk.app"
program="$app/Contents/MacOS/Parcel Desk"
codesign --verify --deep --strict --verbose=2 "$app"
"$program" --self-check
"$app/Contents/Resources/cli/bin/parcel-desk" --version

"$program" --data-dir="$data" &
desk=$!
# It lies there as soon as the desk has come up.
until test -e "$data/desk-lock.json"; do
  kill -0 "$desk"
  sleep 1
done
kill "$desk"
wait "$desk" || true
