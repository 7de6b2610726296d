import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { noteModules, shipThirdParties } from './packaging/papers/build-plugins.ts'
import { READING, shipPdfjs } from './pdfjs.config.ts'
import manifest from './package.json' with { type: 'json' }

const SHEBANG = '#!/usr/bin/env node\n'

/** Makes the entry a program: first line for the shell, executable bit for the installed command. */
function executableEntry(): Plugin {
  return {
    name: 'executable-entry',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk' && output.fileName === 'main.js' && !output.code.startsWith('#!'))
          output.code = SHEBANG + output.code
      }
    },
    async writeBundle(options, bundle) {
      const entries = Object.values(bundle).filter((output) => output.fileName === 'main.js')
      const directory = options.dir ?? '.'
      await Promise.all(entries.map((entry) => chmod(path.join(directory, entry.fileName), 0o755)))
    },
  }
}

/** Says in the folder itself which version it is, and that its scripts are modules: it is installed without the checkout. */
function describedFolder(): Plugin {
  const { name, version } = manifest
  const source = `${JSON.stringify({ name, version, private: true, type: 'module' }, null, 2)}\n`
  return {
    name: 'described-folder',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source })
    },
  }
}

/** Threads and processes of their own, each with what it needs beside it. */
const WORKERS = {
  'disk-worker': 'src/engine/saving/disk/disk-worker.ts',
  'certificates-worker': 'src/adapters/network/certificates-worker.ts',
  'pdf-worker': 'src/adapters/pdf/pdf-worker.ts',
}

/**
 * Fewer and larger files, as Node takes a millisecond or two for each: what the command line reads before it knows what is asked,
 * and what most commands need after that. The entry stays alone, because it knows other files by its own place.
 */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], test: (id) => !/[/\\]main\.ts$/.test(id) },
  { name: 'shared', minShareCount: 3 },
]

/**
 * The command line as one program for plain Node 24: everything inside but Node itself and the native keychain module. Its
 * workers are a build of their own (`--mode workers`): in one with the program, files that both need would import each other.
 */
export default defineConfig(({ mode }) => {
  const isWorkers = mode === 'workers'
  return {
    publicDir: false,
    plugins: isWorkers
      ? [noteModules('cli-workers')]
      : [executableEntry(), describedFolder(), shipThirdParties(), shipPdfjs(READING), noteModules('cli')],
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: true,
      outDir: 'out/cli',
      emptyOutDir: !isWorkers,
      target: 'node24',
      rolldownOptions: {
        input: isWorkers ? WORKERS : { main: 'src/cli/main.ts' },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          ...(isWorkers ? {} : { codeSplitting: { groups: CHUNKS } }),
          // Shorter text is parsed sooner, 7 % of the time to the first request; the names stay, as stacks in logs have them.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  }
})
