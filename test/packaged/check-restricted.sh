#!/bin/sh
# As check-linux.sh, where the system lets only listed programs make user namespaces, as Ubuntu does since 23.10, and has no FUSE 2:
# the .deb starts, the AppImage runs its command line, and its desk says why it does not start.
set -eu
if ldconfig -p | grep -q 'libfuse\.so\.2'; then sudo apt-get remove -y 'libfuse2*'; fi
sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=1

deb=$(ls dist/*.deb)
sudo apt-get install -y "./$deb"
'/opt/Parcel Desk/parcel-desk' --self-check
sudo apt-get remove -y parcel-desk

image=$(ls dist/*.AppImage)
"./$image" --version
"./$image" save --help
said=$(mktemp)
if "./$image" --data-dir="$(mktemp -d)" 2>"$said"; then exit 1; fi
cat "$said"
grep -q -e '--no-sandbox' "$said"
