import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      rolldownOptions: { input: { main: 'src/main/electron/main.ts' }, output: { entryFileNames: '[name].js' } },
    },
  },
  preload: {
    define: { APP_VERSION: JSON.stringify(version) },
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can require nothing but electron, so everything else must be inside.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: 'src/preload/preload.ts' },
        // With "type": "module" the tool would write .mjs, which a sandboxed window cannot load.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    plugins: [react()],
    build: { outDir: 'out/renderer', rolldownOptions: { input: 'src/renderer/index.html' } },
  },
})
