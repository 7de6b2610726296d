#!/bin/sh
# On Debian or Ubuntu, on a screen, as a user who may use sudo: installs the .deb of dist, lets the program and its command line
# speak, removes it, and starts the AppImage for both, as its user does. What the user has saved stays.
set -eu
data=${XDG_DATA_HOME:-$HOME/.local/share}/'Parcel Desk'
mkdir -p "$data"
echo 'of a user' >"$data/kept.txt"

deb=$(ls dist/*.deb)
sudo apt-get install -y "./$deb"
'/opt/Parcel Desk/parcel-desk' --self-check
'/opt/Parcel Desk/resources/cli/bin/parcel-desk' --version
dpkg --listfiles parcel-desk | grep -qx /usr/share/man/man1/parcel-desk.1.gz
sudo apt-get remove -y parcel-desk
test ! -e '/opt/Parcel Desk/parcel-desk'

image=$(ls dist/*.AppImage)
chmod +x "$image"
"./$image" --self-check
"./$image" --version
"./$image" save --help

test -e "$data/kept.txt"
