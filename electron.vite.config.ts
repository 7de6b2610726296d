import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { englishOnly } from './english-only.config.ts'
import { noteModules, shipThirdParties } from './packaging/papers/build-plugins.ts'
import { shipPdfjs } from './pdfjs.config.ts'
import { contract } from './src/shared/contract/contract.ts'
import { CALL_CHANNEL, EVENT_CHANNEL } from './src/shared/contract/bridge.ts'

/** Each service's methods: `{ jobs: ['list', 'pause'] }` for `jobs.list` and `jobs.pause`. */
const methods = Object.groupBy(Object.keys(contract.methods), (name) => name.split('.')[0] ?? '')

/** What the preload knows of the contract: names, and no schema. */
const BRIDGE = {
  METHODS: JSON.stringify(
    Object.fromEntries(
      Object.entries(methods).map(([service, names = []]) => [
        service,
        names.map((name) => name.slice(service.length + 1)),
      ]),
    ),
  ),
  CALL_CHANNEL: JSON.stringify(CALL_CHANNEL),
  EVENT_CHANNEL: JSON.stringify(EVENT_CHANNEL),
}

export default defineConfig({
  main: {
    plugins: [shipThirdParties(), noteModules('main')],
    build: {
      outDir: 'out/main',
      // Everything inside but Electron: the package then holds no module but the keychain's native file.
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          main: 'src/main/electron/main.ts',
          'disk-worker': 'src/engine/saving/disk/disk-worker.ts',
          'table-worker': 'src/engine/tables/table-worker.ts',
          'pack-worker': 'src/engine/pack/pack-worker.ts',
          'certificates-worker': 'src/adapters/network/certificates-worker.ts',
          'pdf-worker': 'src/adapters/pdf/pdf-worker.ts',
          'database-check-worker': 'src/engine/support/database-check-worker.ts',
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  },
  preload: {
    define: BRIDGE,
    plugins: [noteModules('preload')],
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can require nothing but electron, so everything else must be inside.
      externalizeDeps: false,
      minify: true,
      rolldownOptions: {
        input: { preload: 'src/preload/preload.ts' },
        // With "type": "module" the tool would write .mjs, which a sandboxed window cannot load.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    plugins: [react(), englishOnly(), shipPdfjs(), noteModules('renderer')],
    // Without maps, which would carry the sources into the package: docs/decisions/minified-page.md.
    build: { outDir: 'out/renderer', minify: true, rolldownOptions: { input: 'src/renderer/index.html' } },
  },
})
