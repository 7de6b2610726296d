import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

const PACKAGE = 'node_modules/pdfjs-dist'

/**
 * What pdf.js loads by itself while it reads a document, by folder below `pdfjs/`: character maps for Chinese, Japanese and
 * Korean, the fonts that documents leave out, decoders, a colour profile, icons of notes. Its script engine is left out.
 */
const RESOURCES: Readonly<Record<string, readonly string[]>> = {
  '': ['LICENSE', 'build/pdf.worker.min.mjs'],
  cmaps: ['cmaps/*'],
  standard_fonts: ['standard_fonts/*'],
  wasm: ['wasm/{openjpeg,jbig2,qcms_bg}.wasm', 'wasm/*_nowasm_fallback.js', 'wasm/LICENSE_*'],
  iccs: ['iccs/*'],
  images: ['web/images/annotation-*.svg'],
}

/** What reading needs of it without a page: nothing is drawn. */
export const READING = ['cmaps', 'wasm', 'iccs']

/** Puts those resources and their licences beside the page, so that nothing is fetched from elsewhere. */
export function shipPdfjs(folders: readonly string[] = Object.keys(RESOURCES)): Plugin {
  return {
    name: 'ship-pdfjs',
    generateBundle() {
      if (!existsSync(PACKAGE)) this.error(`${PACKAGE} is missing: run npm ci first`)
      for (const [fileName, file] of resources(folders))
        this.emitFile({ type: 'asset', fileName, source: readFileSync(file) })
    },
    // The page that is served from its sources asks for the same.
    configureServer({ config: { base }, middlewares }) {
      const files = resources(folders)
      middlewares.use((request, response, next) => {
        const file = files.get((request.url ?? '').slice(base.length))
        if (file === undefined) return next()
        response.setHeader('content-type', file.endsWith('js') ? 'text/javascript' : 'application/octet-stream')
        response.end(readFileSync(file))
      })
    },
  }
}

/** Where each lies, by its path beside the page. */
function resources(folders: readonly string[]): Map<string, string> {
  return new Map(
    folders.flatMap((folder) =>
      globSync([...(RESOURCES[folder] ?? [])], { cwd: PACKAGE, exclude: ['**/*QUICKJS'] }).map((file) => [
        join('pdfjs', folder, basename(file)).replaceAll('\\', '/'),
        join(PACKAGE, file),
      ]),
    ),
  )
}
