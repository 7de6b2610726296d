import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSignatureReader } from '../../../src/engine/signatures/signature-reader.ts'
import { signPdf, unsignedPdf } from '../../support/signed-pdfs.ts'
import { signingKeys } from '../../support/signing-keys.ts'
import { markdownTable, writeBenchSection } from '../measuring/bench-section.ts'
import { busyWarning, describeRun } from '../measuring/machine.ts'
import { runBench } from '../measuring/run-bench.ts'
import { spreadOf } from '../measuring/spread.ts'

const BYTES = 10_000_000
const ROUNDS = 20
const LIMIT_MS = 150

await runBench({ name: 'signatures' }, signaturesBench)

/** A signed document of 10 MB, checked turn about with poppler’s `pdfsig`. */
async function signaturesBench(folder: string): Promise<void> {
  const run = describeRun('bench:signatures')
  const warning = busyWarning()
  if (warning !== undefined) console.error(warning)
  const keys = await signingKeys(join(folder, 'keys'))
  const signed = await signPdf(folder, unsignedPdf('x'.repeat(BYTES)), { signer: await keys.make('Alice') })
  const file = join(folder, 'signed.pdf')
  await writeFile(file, signed)
  const reader = createSignatureReader({ trusted: () => Promise.resolve([]), now: () => new Date() })
  const { signatures } = await reader.read(file)
  if (signatures[0]?.integrity !== 'unchanged') throw new Error('The signature was not found unchanged.')
  const ownMs: number[] = []
  const popplerMs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ownMs.push(await timeOf(() => reader.read(file)))
    popplerMs.push(await timeOf(() => promisify(execFile)('pdfsig', ['-nocert', file])))
  }
  const cells = [ownMs, popplerMs].map((timesMs) => {
    const { median, min, max } = spreadOf(timesMs)
    return `${median.toFixed(0)} ms (${min.toFixed(0)}–${max.toFixed(0)})`
  })
  const table = markdownTable(
    ['size', 'Parcel Desk', 'pdfsig, with its start'],
    [[`${(signed.length / 1e6).toFixed(0)} MB`, ...cells]],
  )
  console.log(table)
  const text = `## Digital signatures\n\n${run}\n\nA document with one signature (RSA), read, hashed and checked; medians of ${ROUNDS} rounds (least–most). The limit is ${LIMIT_MS} ms.\n\n${table}`
  await writeBenchSection({ id: 'signatures', text })
  if (spreadOf(ownMs).median > LIMIT_MS) process.exitCode = 1
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}
