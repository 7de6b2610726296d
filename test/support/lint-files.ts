import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from './project-files.ts'

const reportSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })
const COMPILER_OPTIONS = {
  target: 'ES2024',
  lib: ['ES2024'],
  types: [],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

export interface Finding {
  file: string
  /** Including its plugin, such as “import/no-cycle”. */
  rule: string
}

/** Lints invented files in a temporary folder with the project's configuration. */
export function lintFiles(files: Iterable<readonly [string, string]>): Finding[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'lint-files-'))
  try {
    copyFileSync(path.join(PROJECT_ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }))
    for (const [file, text] of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    }
    return lint(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function lint(folder: string): Finding[] {
  const oxlint = path.join(PROJECT_ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json'], { cwd: folder, encoding: 'utf8' })
  return reportSchema
    .parse(JSON.parse(stdout))
    .diagnostics.map(({ code, filename }) => ({ file: filename, rule: code.replace(/^(.*)\((.*)\)$/, '$1/$2') }))
}
