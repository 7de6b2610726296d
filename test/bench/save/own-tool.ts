import path from 'node:path'
import { oneOffConnection, ownCommand } from '../measuring/own-command.ts'
import { BENCH_PASSWORD, benchCustomer } from '../service/search-answer.ts'
import type { SaveTool } from './save-tool.ts'

/** The real command, as a user runs it: from signing in to the manifest. */
export function ownTool(concurrency?: number): SaveTool {
  const { program, args } = ownCommand()
  const selection = ['--customer', benchCustomer.customerName]
  return {
    id: 'own',
    title: 'Parcel Desk',
    warmUp: { program, args: [...args, '--version'] },
    list: undefined,
    command: ({ baseUrl, savedFolder, homeFolder, authorityFile }) => ({
      program,
      args: [
        ...args,
        'save',
        ...selection,
        '--to',
        savedFolder,
        '--name',
        '{documentId}',
        ...(concurrency === undefined ? [] : ['--concurrency', String(concurrency)]),
        ...oneOffConnection(baseUrl, path.join(homeFolder, 'data')),
      ],
      env: { HOME: homeFolder, PARCEL_DESK_PASSWORD: BENCH_PASSWORD, NODE_EXTRA_CA_CERTS: authorityFile },
    }),
    savedName: (documentId) => `${documentId}.pdf`,
  }
}
