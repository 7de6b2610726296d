import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentFileName, folderName, suffixedFileName } from '../../../../../src/engine/saving/names/file-names.ts'
import { NAME_BYTES } from '../../../../../src/engine/saving/names/portable-name.ts'
import { arbitraryName } from '../../../../support/arbitrary-name.ts'
import { HOSTILE_NAMES } from '../../../../support/hostile-names.ts'
import { illegality } from '../../../../support/legal-name.ts'

describe('documentFileName', () => {
  it.each([
    ['Bill of lading', 'Bill of lading.pdf', 'the service gives no extension'],
    ['invoice.pdf', 'invoice.pdf', 'it is not doubled'],
    ['Invoice.PDF', 'Invoice.pdf', 'whatever its case'],
    ['invoice.pdf\u00a0. ', 'invoice.pdf', 'nor when something unseen follows'],
    ['invoice.pdf.pdf', 'invoice.pdf.pdf', 'what stands before the extension is a name'],
    ['invoice.pdf.exe', 'invoice.pdf.exe.pdf', 'another extension is part of the name'],
    ['a.pdf\u0000.exe', 'a.pdf.exe.pdf', 'a NUL ends no name'],
    ['.pdf', 'unnamed.pdf', 'an extension is no name'],
    ['CON.pdf', '_CON.pdf', 'a device'],
    ['PROGRA~1.PDF', 'PROGRA_1.pdf', 'an alias'],
    ['', 'unnamed.pdf', 'there is no name'],
  ])('turns %j into %j: %s', (text, expected) => {
    expect(documentFileName(text)).toBe(expected)
  })

  it('keeps the extension when it cuts', () => {
    const name = documentFileName(`${'漢'.repeat(251)}.pdf`)
    expect(name).toBe(`${'漢'.repeat(38)}.pdf`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(NAME_BYTES)
  })

  it('is legal on every system, ends in .pdf and is stable for any text', () => {
    fc.assert(
      fc.property(arbitraryName, (text) => {
        const name = documentFileName(text)
        expect(illegality(name)).toBeUndefined()
        expect(name.endsWith('.pdf')).toBe(true)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(NAME_BYTES)
        expect(documentFileName(name)).toBe(name)
      }),
      { numRuns: 2000 },
    )
  })

  it('makes names that this disk takes as they are, .part suffix and all', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'file-names-'))
    try {
      const names = [...new Set(HOSTILE_NAMES.map((name) => documentFileName(name)))]
      for (const name of names) await writeFile(join(folder, `${name}.123456789.part`), '', { flag: 'wx' })
      const listed = await readdir(folder)
      expect(listed.toSorted()).toEqual(names.map((name) => `${name}.123456789.part`).toSorted())
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('suffixedFileName', () => {
  it('puts the mark before the extension', () => {
    expect(suffixedFileName('BL.pdf', '1a2b3c4d')).toBe('BL [1a2b3c4d].pdf')
  })

  it('cuts the name and never the mark', () => {
    const name = suffixedFileName(documentFileName('x'.repeat(500)), '1a2b3c4d', { maxChars: 64 })
    expect(name).toBe(`${'x'.repeat(49)} [1a2b3c4d].pdf`)
    expect(name.length).toBe(64)
  })
})

describe('folderName', () => {
  it('keeps a name that fits', () => {
    expect(folderName('Acme/Ltd')).toBe('Acme-Ltd')
  })

  it('keeps long names apart that begin alike, so that two companies never share a folder', () => {
    const holding = 'International Grain and Oilseed Trading and Shipping Holding Company (Worldwide) of '.repeat(2)
    const [one, other] = [folderName(`${holding} Rotterdam`), folderName(`${holding} Santos`)]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^International Grain .* \[[0-9a-f]{8}\]$/)
    expect(Buffer.byteLength(one)).toBeLessThanOrEqual(NAME_BYTES)
  })

  it('gives case twins one mark, because they are one folder on Windows', () => {
    const [one, other] = ['Acme '.repeat(60), 'ACME '.repeat(60)].map((name) => folderName(name))
    expect(one?.toLowerCase()).toBe(other?.toLowerCase())
  })

  it('is legal on every system and stable for any text', () => {
    fc.assert(
      fc.property(arbitraryName, fc.integer({ min: 24, max: 150 }), (text, maxChars) => {
        const name = folderName(text, { maxChars })
        expect(illegality(name)).toBeUndefined()
        expect(name.length).toBeLessThanOrEqual(maxChars)
        expect(folderName(name, { maxChars })).toBe(name)
      }),
    )
  })

  it('makes folders that this disk takes as they are', async () => {
    const root = await mkdtemp(join(tmpdir(), 'folder-names-'))
    try {
      const names = [...new Set(HOSTILE_NAMES.map((name) => folderName(name)))]
      for (const name of names) await mkdir(join(root, name))
      const listed = await readdir(root)
      expect(listed.toSorted()).toEqual(names.toSorted())
    } finally {
      await rm(root, { recursive: true })
    }
  })
})
