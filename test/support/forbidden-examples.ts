import type { SourceFiles } from './read-imports.ts'

interface Example {
  file: string
  text: string
}

const example = (file: string, text: string): Example => ({ file, text: `${text}\n` })

/** One breach of the import table each; the checker and the linter must both refuse every one. */
export const FORBIDDEN_IMPORTS: readonly Example[] = [
  example('src/shared/model/a.ts', "export { readFile } from 'node:fs/promises'"),
  example('src/shared/model/a.ts', "export { b } from '../../engine/b.ts'"),
  example('src/engine/exchange/a.ts', "export { app } from 'electron'"),
  example('src/engine/exchange/a.ts', "import type { App } from 'electron'\nexport type A = App"),
  example('src/engine/accounts/a.ts', "export const load = () => import('keytar')"),
  example('src/engine/exchange/a.ts', "export { request } from 'undici'"),
  example('src/engine/feed/a.ts', "export { connect } from 'amqplib'"),
  example('src/main/desk/a.ts', "export { format } from 'numfmt'"),
  example('src/engine/a.ts', "export { createHttp } from '../adapters/node-http.ts'"),
  example('src/main/desk/a.ts', "export { openDesk } from '../electron/main.ts'"),
  example('src/engine/a.ts', "export { program } from 'commander'"),
  example('src/engine/saving/a.ts', "export { run } from '../../cli/main.ts'"),
  example('src/main/desk/a.ts', "export { distance } from 'fastest-levenshtein'"),
  example('src/adapters/a.ts', "export { openDatabase } from '../engine/storage/database.ts'"),
  example('src/adapters/a.ts', "export { app } from 'electron'"),
  example('src/main/electron/a.ts', "export { program } from 'commander'"),
  example('src/preload/a.ts', "export { failureOf } from '../shared/errors/app-error.ts'"),
  example('src/preload/a.ts', "export { z } from 'zod'"),
  example('src/preload/a.ts', "import type { A } from '../engine/a.ts'\nexport type B = A"),
  example('src/renderer/a.ts', "export { join } from 'node:path'"),
  example('src/renderer/a.ts', "import type { A } from '../engine/a.ts'\nexport type B = A"),
  example('src/renderer/a.ts', "export { ipcRenderer } from 'electron'"),
  example('src/main/desk/a.ts', "export { run } from '../../cli/main.ts'"),
  example('src/cli/a.ts', "export { openDesk } from '../main/electron/main.ts'"),
  example('src/cli/a.ts', "export { default as keytar } from 'keytar'"),
  example('src/cli/a.ts', "export { start } from '../../test/exchange-service/start-exchange-service.ts'"),
]

/** What the table allows at its edges: neither may refuse any of it. */
export const ALLOWED_IMPORTS: SourceFiles = new Map([
  ['src/shared/model/b.ts', "export { z } from 'zod'\n"],
  ['src/engine/b.ts', "export { distance } from 'fastest-levenshtein'\nexport { join } from 'node:path'\n"],
  ['src/engine/saving/b.ts', "export { format } from 'numfmt'\nexport { z } from '../../shared/model/b.ts'\n"],
  ['src/adapters/b.ts', "export { default as keytar } from 'keytar'\n"],
  ['src/main/electron/b.ts', "export { app } from 'electron'\nexport { keytar } from '../../adapters/b.ts'\n"],
  ['src/main/electron/c.ts', "export const run = () => import('../../cli/b.ts')\n"],
  ['src/preload/b.ts', "import type { z } from '../shared/model/b.ts'\nexport type Z = typeof z\n"],
  ['src/renderer/b.ts', "export { createRoot } from 'react-dom/client'\nexport { z } from '../shared/model/b.ts'\n"],
  ['src/cli/b.ts', "export { program } from 'commander'\nexport { keytar } from '../adapters/b.ts'\n"],
  ['test/unit/b.test.ts', "export { app } from '../../src/main/electron/b.ts'\n"],
])
