import { describe, expect, it } from 'vitest'
import { projectFile } from '../support/project-files.ts'

describe('parcel-desk.cmd', () => {
  it('asks where it lies in a subroutine alone: elsewhere cmd.exe says the current folder to a quoted call by the PATH', () => {
    const lines = projectFile('packaging/launcher/parcel-desk.cmd').split('\r\n')
    const at = (line: string): number => lines.indexOf(line)
    expect(at('@goto start')).toBeGreaterThan(-1)
    expect(at('@call :find')).toBeGreaterThan(at(':start'))
    const asking = lines.flatMap((line, index) => (line.startsWith('@rem') || !line.includes('%~') ? [] : [index]))
    expect(asking).toHaveLength(1)
    expect(asking[0]).toBeGreaterThan(at(':find'))
    expect(asking[0]).toBeLessThan(at('@exit /b'))
    expect(at('@exit /b')).toBeLessThan(at(':start'))
    expect(lines.slice(0, at('@goto start')).filter((line) => !line.startsWith('@rem'))).toEqual([])
  })

  it('ends its lines as cmd.exe needs to find a label', () => {
    const text = projectFile('packaging/launcher/parcel-desk.cmd')
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })
})
