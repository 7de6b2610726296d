import react from '@vitejs/plugin-react'
import path from 'node:path'
import { build } from 'vite'
import { shipPdfjs } from '../../pdfjs.config.ts'

/* Builds a page of the benches as the desk is built. Its words: the page, and the folder that is filled. */

const root = path.resolve(import.meta.dirname, '../bench/desk/page')
const [page = '', outDir = ''] = process.argv.slice(2)
await build({
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  base: './',
  plugins: [react(), shipPdfjs()],
  build: { outDir, emptyOutDir: true, rolldownOptions: { input: path.join(root, page) } },
})
