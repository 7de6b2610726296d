import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { formatBytes } from '../../shared/text/format.ts'
import { errorCode } from '../../engine/files/file-system.ts'
import { diskFailure } from '../../engine/saving/disk/disk-failures.ts'
import { systemVersions } from '../../engine/support/system-versions.ts'
import { POLICY_KEYS } from '../../engine/policy/merge-layers.ts'
import { readThirdParties } from '../../engine/files/third-parties.ts'
import type { CommandAction } from '../command-run.ts'
import type { GeneralOptions, SupportOptions } from '../options/option-types.ts'
import { textTable } from '../terminal/text-table.ts'

/** `support`: writes a zip for support to a file that must not exist yet. Calls no service; looks its name up, and opens TLS only to look at it. */
export const support: CommandAction<SupportOptions> = async ({ options, terminal, open, screen }) => {
  const output = path.resolve(terminal.workingDir, options.output)
  if (path.extname(output).toLowerCase() !== '.zip') {
    throw badUsage(`--output cannot be “${options.output}”.`, 'Give it a name that ends with .zip.')
  }
  const desk = await open()
  const versions = (): { name: string; version: string }[] => [
    { name: 'Parcel Desk', version: terminal.version },
    ...systemVersions(),
  ]
  const { zip, sha256, parts } = await desk.supportBundle({ versions })
  await writeNew(output, zip)
  await screen.result({ output, bytes: zip.length, sha256, parts }, () => [
    `${output}\n${formatBytes(zip.length)}, SHA-256 ${sha256}\n`,
    ...parts.flatMap(({ name, failure }) =>
      failure === null ? [] : [`Not collected: ${name}: ${plainText(failure)}\n`],
    ),
  ])
  return undefined
}

/** Readable for this user alone; a file that could not be written whole is removed. */
async function writeNew(file: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600, flush: true })
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST') throw new AppError({ tag: 'file-exists', path: file }, { cause: thrown })
    await rm(file, { force: true }).catch(ignoring('the failure of the writing is told'))
    throw diskFailure(thrown, path.dirname(file), file)
  }
}

/** `policy`: every key with its value and where it comes from. */
export const policy: CommandAction<GeneralOptions> = async ({ open, screen }) => {
  const { values, origins } = (await open()).policy.current()
  const records = POLICY_KEYS.map((key) => {
    const { source, isLocked } = origins[key]
    return { key, value: values[key], source, locked: isLocked }
  })
  await screen.result(records, () =>
    textTable(
      ['KEY', 'VALUE', 'SOURCE', 'LOCKED'],
      records.map(({ key, value, source, locked }) => [key, valueText(value), source, locked ? 'yes' : 'no']),
    ),
  )
  return undefined
}

function valueText(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `notices`: what Parcel Desk contains of others, with the texts of their licences. */
export const notices: CommandAction<GeneralOptions> = async ({ terminal, screen }) => {
  const parties = await readThirdParties(terminal.thirdPartyFile)
  await screen.result(parties, () =>
    parties.map(({ name, version, licence, text }) => {
      const heading = `${name} ${version} (${licence})`
      return `${heading}\n${'='.repeat(heading.length)}\n\n${text}\n\n\n`
    }),
  )
  return undefined
}
