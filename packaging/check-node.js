// `npm ci` ends with this, under the Node that runs all npm scripts: npm’s own, or where npm has none for the system the one
// that is installed (docs/decisions/node-from-npm.md). JavaScript, because an older one reads no TypeScript.
const NEEDED = 24
const { node } = process.versions
if (Number.parseInt(node, 10) < NEEDED) {
  console.error(
    `npm has no Node.js ${NEEDED} for this system, and this is ${node}. Install Node.js ${NEEDED} or newer, and run “npm ci” again.`,
  )
  process.exitCode = 1
}
