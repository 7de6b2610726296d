#!/bin/sh
# On macOS: opens the disk image of dist, lets the program in it check itself and its command line speak, and closes it.
set -eu
image=$(ls dist/*.dmg)
volume=$(mktemp -d)
hdiutil attach "$image" -nobrowse -readonly -mountpoint "$volume"
trap 'hdiutil detach "$volume"' EXIT
contents="$volume/Parcel Desk.app/Contents"
"$contents/MacOS/Parcel Desk" --self-check
"$contents/Resources/cli/bin/parcel-desk" --version
