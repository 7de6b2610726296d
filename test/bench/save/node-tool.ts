import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { BENCH_TOKEN } from '../service/search-answer.ts'
import { linesOf, pdfName } from './peer-tools.ts'
import { CONCURRENCY, type SaveTool } from './save-tool.ts'

const SOURCE = path.join(import.meta.dirname, 'node-alone.ts')

/** A loop in Node that does nothing but fetch: what the language costs without anything that we promise. */
export async function nodeTool(workFolder: string): Promise<SaveTool> {
  const program = path.join(workFolder, 'node-alone.mjs')
  // Else taking out the types would count as a cost of Node.
  writeFileSync(program, (await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE)).code)
  return {
    id: 'node',
    title: `Node ${process.versions.node}, a bare loop`,
    warmUp: { program: process.execPath, args: ['--version'] },
    list: (documents, baseUrl) => linesOf(documents, ({ urlPath }) => `${baseUrl}${urlPath}`),
    command: ({ authorityFile, savedFolder, homeFolder, listFile }) => ({
      program: process.execPath,
      args: [program, String(CONCURRENCY), `Bearer ${BENCH_TOKEN}`, listFile, savedFolder],
      env: { HOME: homeFolder, NODE_EXTRA_CA_CERTS: authorityFile },
    }),
    savedName: pdfName,
  }
}
