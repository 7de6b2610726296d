import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import manifest from '../package.json' with { type: 'json' }
import { buildCommandTree } from '../src/cli/command-tree.ts'
import { COMMAND_HELP, PROGRAM_HELP } from '../src/cli/options/help-texts.ts'
import { packedAt } from './papers/write-papers.ts'

/** Writes the manual page of the .deb to where electron-builder.yml looks for it. */
export async function writeManPage(root: string): Promise<void> {
  const folder = join(root, 'out', 'packaging')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'parcel-desk.1.gz'), gzipSync(manPage(packedAt())))
}

/** What `--help` prints, for the program and for each command, as a manual page. */
export function manPage(madeAt: Date): string {
  const { version } = manifest
  const ignore = (): undefined => undefined
  const program = buildCommandTree({ version, launch: () => Promise.resolve(), writeOut: ignore, writeErr: ignore })
  // One line an option, which the reader of the page folds.
  for (const command of [program, ...program.commands]) command.configureHelp({ helpWidth: Infinity })
  const pages = program.commands.map((command) => {
    const help = Object.entries(COMMAND_HELP).find(([name]) => name === command.name())
    return { name: command.name(), blocks: blocksOf(command.helpInformation() + (help?.[1] ?? '')) }
  })
  const all = pages.flatMap(({ blocks }) => blocks)
  const isShared = (block: string): boolean => all.indexOf(block) !== all.lastIndexOf(block)
  return [
    `.TH PARCEL-DESK 1 ${madeAt.toISOString().slice(0, 10)} "parcel-desk ${version}" "Parcel Desk"`,
    '.SH NAME',
    `parcel-desk \\- ${roff(lowerFirst(program.description()))}`,
    '.SH SYNOPSIS',
    ...blocksOf(program.helpInformation()),
    ...blocksOf(PROGRAM_HELP).map((block) => block.replace(/^\.SS/, '.SH')),
    '.SH OPTIONS OF SEVERAL COMMANDS',
    ...new Set(all.filter(isShared)),
    ...pages.flatMap(({ name, blocks }) => [
      `.SH PARCEL-DESK ${roff(name.toUpperCase())}`,
      ...blocks.filter((block) => !isShared(block)),
    ]),
    '',
  ]
    .join('\n')
    .replaceAll(AFTER_HEADING, '$1')
}

/** A heading begins a paragraph itself. */
const AFTER_HEADING = /^(\.S[HS] .*\n)\.PP\n/gm

/** The paragraphs of a help, each as roff. */
function blocksOf(help: string): string[] {
  return help
    .trim()
    .split(/\n{2,}/)
    .map(blockOf)
}

const USAGE = 'Usage: '
const HEADING = /^\S.*:$/
const LITERAL = /^(?:Example|First steps|Exit codes)/
const ITEM = /^ {2}(\S.*?) {2,}(.*)$/

function blockOf(text: string): string {
  const [first = '', ...rest] = text.split('\n')
  if (first.startsWith(USAGE)) return `.PP\n.B ${roff(first.slice(USAGE.length))}`
  if (first.startsWith(' ')) return literal([first, ...rest])
  if (!HEADING.test(first) || rest[0]?.startsWith(' ') !== true) return `.PP\n${[first, ...rest].map(roff).join('\n')}`
  const heading = `.SS ${roff(first.slice(0, -1))}`
  return LITERAL.test(first) ? `${heading}\n${literal(rest)}` : [heading, ...rest.map(itemOf)].join('\n')
}

function itemOf(line: string): string {
  const [, term = line, meaning = ''] = ITEM.exec(line) ?? []
  return `.TP\n.B ${roff(term.trim())}\n${roff(meaning)}`
}

function literal(lines: readonly string[]): string {
  return ['.PP', '.EX', ...lines.map(roff), '.EE'].join('\n')
}

/** As it stands: a dash that is copied is a dash, no dot begins a request, and other letters do not depend on the locale. */
function roff(text: string): string {
  return text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/^(?=[.'])/, String.raw`\&`)
    .replaceAll(
      /[^\n -~]/gu,
      (letter) => `\\[u${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''}]`,
    )
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, '')
}
