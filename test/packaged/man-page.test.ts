import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { manPage, writeManPage } from '../../packaging/man-page.ts'
import { buildCommandTree } from '../../src/cli/command-tree.ts'
import { COMMAND_HELP, PROGRAM_HELP } from '../../src/cli/options/help-texts.ts'
import { projectFile } from '../support/project-files.ts'
import { hasProgram } from '../support/system-abilities.ts'
import { tempFolder } from '../support/temp-folder.ts'

const page = manPage(new Date('2026-11-28T12:00:00Z'))
const tree = buildCommandTree({ version: '1', launch: () => Promise.resolve(), writeOut: String, writeErr: String })

/** The page as a reader of pages prints it, on one long line. */
async function readWith(program: string, ...words: string[]): Promise<string> {
  const file = join(await tempFolder(), 'parcel-desk.1')
  await writeFile(file, page)
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', MANWIDTH: '200' }
  return flat(execFileSync(program, [...words, file], { encoding: 'utf8', env }))
}

function flat(text: string): string {
  return text.replaceAll(/.[\b]/gu, '').replaceAll(/\s+/g, ' ').replaceAll('- ', '-')
}

const READERS: [program: string, words: string[]][] = [
  ['mandoc', ['-T', 'utf8', '-O', 'width=200']],
  ['man', ['--local-file', '--no-hyphenation', '--no-justification']],
]

/** With line breaks folded, as their reader folds them. */
const TEXTS = [
  ...tree.commands.flatMap((command) => [
    command.description(),
    ...command.options.flatMap(({ flags, description }) => [flags, description]),
  ]),
  ...Object.values(COMMAND_HELP).flatMap((help) => help.trim().split(/\n+/)),
  ...PROGRAM_HELP.trim().split(/\n+/),
].map((text) => flat(text.trim().replace(/:$/, '')))

describe('the manual page', () => {
  it.skipIf(!hasProgram('mandoc'))('has no fault that mandoc knows', async () => {
    expect(await readWith('mandoc', '-T', 'lint', '-W', 'warning')).toBe('')
  })

  it.each(READERS.filter(([program]) => hasProgram(program)))(
    'shows all that --help does, by %s',
    async (program, words) => {
      const shown = await readWith(program, ...words)
      expect(TEXTS.filter((text) => !shown.includes(text))).toEqual([])
    },
  )

  it('goes into the .deb, where man looks for it', async () => {
    const folder = await tempFolder()
    await writeManPage(folder)
    const [, made = '', place] = /fpm: \[(.+)=(.+)\]/.exec(projectFile('electron-builder.yml')) ?? []
    expect(place).toBe('/usr/share/man/man1/parcel-desk.1.gz')
    expect(gunzipSync(await readFile(join(folder, made))).toString()).toMatch(/^\.TH PARCEL-DESK 1 /)
  })
})
