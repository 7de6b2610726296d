#!/bin/sh
# `npm ci` on a Mac, for which npm had no Node of this version: the one that runs npm takes its place
# (docs/decisions/node-from-npm.md).
set -e
cd "$(dirname "$0")/.."
wanted=$(node -p "require('./package.json').devDependencies.node")
running=$(node -p process.versions.node)
if [ "$running" != "$wanted" ]; then
  echo "This is Node $running. Install Node $wanted, and run this again." >&2
  exit 1
fi
npm ci --ignore-scripts
mkdir -p node_modules/node/bin
cp "$(node -p process.execPath)" node_modules/node/bin/node
