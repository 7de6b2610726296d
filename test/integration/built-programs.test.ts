import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT, projectFile } from '../support/project-files.ts'
import { readImports } from '../support/read-imports.ts'

/** What the built scripts of a folder load from outside of it. A missing folder is a missing `npm run build`. */
function loadedFromOutside(folder: string): string[] {
  const scripts = globSync(`out/${folder}/**/*.js`, { cwd: PROJECT_ROOT })
  expect(scripts, `out/${folder} is empty: run “npm run build” first`).not.toEqual([])
  const imports = scripts.flatMap((file) => readImports(file, projectFile(file)))
  return [...new Set(imports.filter(({ isOwnFile }) => !isOwnFile).map(({ target }) => target))]
}

describe('the built command line', () => {
  it('contains everything but Node and the keychain’s native file, so that it runs wherever Node 24 is', () => {
    expect(loadedFromOutside('cli').filter((target) => !isBuiltin(target))).toEqual([])
  })

  it('contains the AMQP library too, which is loaded on first use', async () => {
    const words = ['watch', '--amqp-url', 'amqp://ops@127.0.0.1:9', '--queue', 'q', '--json']
    const env = {
      ...process.env,
      PARCEL_DESK_AMQP_PASSWORD: 'x',
      PARCEL_DESK_DATA_DIR: mkdtempSync(path.join(tmpdir(), 'built-')),
    }
    const program = spawn(process.execPath, [path.join(PROJECT_ROOT, 'out/cli/main.js'), ...words], { env })
    const ended = once(program, 'close')
    let said = ''
    program.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
    // It looks for the broker again and again.
    await expect.poll(() => said).toContain('127.0.0.1:9 cannot be reached')
    program.kill()
    await ended
    rmSync(env.PARCEL_DESK_DATA_DIR, { recursive: true })
  })

  it('can be started as a program', () => {
    expect(projectFile('out/cli/main.js').startsWith('#!/usr/bin/env node\n')).toBe(true)
  })

  it.skipIf(process.platform === 'win32')(
    'has the executable bit, without which an installed command is refused',
    () => {
      expect(statSync(path.join(PROJECT_ROOT, 'out/cli/main.js')).mode & 0o111).toBe(0o111)
    },
  )
})

describe('the built desktop', () => {
  it('has a preload that requires nothing but electron, because a sandboxed window provides nothing else', () => {
    const preload = projectFile('out/preload/preload.cjs')
    expect([...preload.matchAll(/require\(["']([^"']+)/g)].map(([, target]) => target)).toEqual(['electron'])
    expect(preload.length).toBeLessThan(2000)
  })

  it('has a main process that is an ES module', () => {
    expect(loadedFromOutside('main')).toContain('electron')
  })

  it('has a page that complies with its own policy: no inline script, nothing from elsewhere', () => {
    const page = projectFile('out/renderer/index.html')
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses.filter((address) => !address.startsWith('./assets/'))).toEqual([])
    expect(page).not.toMatch(/<script(?![^>]* src=)/)
  })
})
