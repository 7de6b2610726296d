import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { BENCH_TOKEN } from '../service/search-answer.ts'
import type { SiteDocument } from './bench-site.ts'
import type { Programs } from './programs.ts'
import type { SaveTool } from './save-tool.ts'

const header = `Authorization: Bearer ${BENCH_TOKEN}`
export const pdfName = (documentId: string): string => `${documentId}.pdf`

/** Every peer that is there. They keep to their own settings but for header, authority, list and, where given, concurrency. */
export function peerTools({ curl, aria2c, wget2 }: Programs, concurrency?: number): SaveTool[] {
  const wget = wget2 === undefined ? [] : [wgetTool(wget2, concurrency)]
  return [curlTool(curl, concurrency), aria2Tool(aria2c, concurrency), ...wget]
}

function curlTool(program: string, concurrency: number | undefined): SaveTool {
  return {
    id: 'curl',
    title: `${versionOf(program)} --parallel`,
    warmUp: { program, args: ['--version'] },
    list: (documents, baseUrl) =>
      linesOf(documents, ({ urlPath, documentId }) => `url=${baseUrl}${urlPath}\noutput=${pdfName(documentId)}`),
    command: ({ authorityFile, savedFolder, homeFolder, listFile }) => ({
      program,
      args: [
        '-q',
        '--silent',
        '--no-progress-meter',
        '--fail',
        '--parallel',
        ...(concurrency === undefined ? [] : ['--parallel-max', String(concurrency)]),
        '--header',
        header,
        '--cacert',
        authorityFile,
        '--output-dir',
        savedFolder,
        '--config',
        listFile,
      ],
      env: { HOME: homeFolder },
    }),
    savedName: pdfName,
  }
}

function aria2Tool(program: string, concurrency: number | undefined): SaveTool {
  return {
    id: 'aria2c',
    title: versionOf(program),
    warmUp: { program, args: ['--version'] },
    list: (documents, baseUrl) =>
      linesOf(documents, ({ urlPath, documentId }) => `${baseUrl}${urlPath}\n  out=${pdfName(documentId)}`),
    command: ({ authorityFile, savedFolder, homeFolder, listFile }) => ({
      program,
      args: [
        '--no-conf',
        '-q',
        ...(concurrency === undefined ? [] : [`-j${concurrency}`, '-x1', '-s1']),
        '--file-allocation=none',
        `--header=${header}`,
        `--ca-certificate=${authorityFile}`,
        '-d',
        savedFolder,
        '-i',
        listFile,
      ],
      env: { HOME: homeFolder },
    }),
    savedName: pdfName,
  }
}

function wgetTool(program: string, concurrency: number | undefined): SaveTool {
  return {
    id: 'wget2',
    title: versionOf(program),
    warmUp: { program, args: ['--version'] },
    list: (documents, baseUrl) => linesOf(documents, ({ urlPath }) => `${baseUrl}${urlPath}`),
    command: ({ authorityFile, savedFolder, homeFolder, listFile }) => ({
      program,
      args: [
        '--no-config',
        '-q',
        ...(concurrency === undefined ? [] : [`--max-threads=${concurrency}`]),
        '--no-robots',
        `--header=${header}`,
        `--ca-certificate=${authorityFile}`,
        '-P',
        savedFolder,
        '-i',
        listFile,
      ],
      env: { HOME: homeFolder },
    }),
    savedName: (documentId) => documentId,
  }
}

export function linesOf(documents: readonly SiteDocument[], line: (document: SiteDocument) => string): string {
  return `${documents.map(line).join('\n')}\n`
}

/** “curl 7.88.1”: the program and the first number of the first line of its version text. */
function versionOf(program: string): string {
  const [firstLine = ''] = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')
  return `${path.basename(program).replace('aria2c', 'aria2')} ${/\d+(?:\.\d+)+/.exec(firstLine)?.[0] ?? ''}`.trim()
}
