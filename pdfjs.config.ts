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

/** Puts those resources and their licences beside the page, so that nothing is fetched from elsewhere. */
export function shipPdfjs(): Plugin {
  return {
    name: 'ship-pdfjs',
    apply: 'build',
    generateBundle() {
      if (!existsSync(PACKAGE)) this.error(`${PACKAGE} is missing: run npm ci first`)
      for (const [folder, patterns] of Object.entries(RESOURCES)) {
        for (const file of globSync([...patterns], { cwd: PACKAGE, exclude: ['**/*QUICKJS'] })) {
          const fileName = join('pdfjs', folder, basename(file)).replaceAll('\\', '/')
          this.emitFile({ type: 'asset', fileName, source: readFileSync(join(PACKAGE, file)) })
        }
      }
    },
  }
}
