import { RECORDED_SYSTEMS } from './own-node.ts'

/** GitHub's computers that make a release, and what they pack. */
const COMPUTERS: Readonly<Record<string, string>> = {
  'windows-latest': 'win32-x64',
  'macos-latest': 'darwin-arm64',
  'ubuntu-latest': 'linux-x64',
}

// An output of a job, for release.yml: a system whose release would be refused holds up none of the others.
const able = Object.keys(COMPUTERS).filter((computer) => RECORDED_SYSTEMS.has(COMPUTERS[computer] ?? ''))
process.stdout.write(`systems=${JSON.stringify(able)}\n`)
