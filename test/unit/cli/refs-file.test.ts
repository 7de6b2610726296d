import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { run } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const ONE_OFF = ['--base-url', 'https://exchange.example', '--username', 'ops']

describe('--refs-file', () => {
  it('refuses a file that is too large, before all of it is read into memory', async () => {
    const file = join(await tempFolder(), 'list.xlsx')
    await writeFile(file, 'PK')
    await truncate(file, 3_000_000_000)
    const { code, stderr } = await run(['search', '--refs-file', file, ...ONE_OFF])
    expect(code).toBe(2)
    expect(stderr).toContain('list.xlsx is too large: a list may have 10 MB.')
  })

  it('refuses what never ends, from a device as from a pipe', async () => {
    const stdin = Readable.from(
      (function* endless() {
        while (true) yield Buffer.alloc(100_000, 'SHP-1\n')
      })(),
    )
    const piped = await run(['search', '--refs-file', '-', ...ONE_OFF], { stdin })
    expect([piped.code, piped.stderr]).toEqual([2, expect.stringContaining('Standard input is too large')])
    if (process.platform === 'win32') return
    const { code, stderr } = await run(['search', '--refs-file', '/dev/zero', ...ONE_OFF])
    expect([code, stderr]).toEqual([2, expect.stringContaining('/dev/zero is too large')])
  })

  it('tells on standard error what was taken, and asks nothing that is no list', async () => {
    const folder = await tempFolder()
    const [titled, page] = [join(folder, 'titled.csv'), join(folder, 'page.xls')]
    await writeFile(titled, 'Export 12 March,\n,\nNo,Shipment ref\n1,SHP-1\n2,1.23457E+15\n')
    await writeFile(page, '<html><table><tr><td>SHP-1</td></tr></table></html>')
    const { stderr } = await run(['search', '--refs-file', titled, ...ONE_OFF])
    expect(stderr).toContain('1 line above the headings was left out.')
    expect(stderr).toContain('1 reference looks damaged by a spreadsheet')
    const refused = await run(['search', '--refs-file', page, ...ONE_OFF])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('page.xls is a web page, whatever its name says.')
  })
})
