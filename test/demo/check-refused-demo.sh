#!/bin/sh
# On a screen of Ubuntu 23.10 or newer, which lets Electron from npm make no sandbox: the demo says so with the way out, and goes on in
# the browser.
set -eu
sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=1
said=$(mktemp)
npm run demo >"$said" 2>&1 &
demo=$!
until grep -q 'The desk opens in .*chrom' "$said"; do
  kill -0 "$demo"
  sleep 1
done
kill "$demo"
cat "$said"
grep -q 'Linux lets it make no sandbox' "$said"
sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
