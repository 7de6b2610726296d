import { describe, expect, it } from 'vitest'
import { withSection } from '../../bench/measuring/bench-section.ts'

const marked = (id: string, text: string): string => `<!-- bench:${id}:start -->\n\n${text}\n\n<!-- bench:${id}:end -->`

describe('a section of the benchmarks page', () => {
  it('goes to the end of a page that does not have it yet', () => {
    expect(withSection('# Benchmarks\n', { id: 'saving', text: 'new' })).toBe(
      `# Benchmarks\n\n${marked('saving', 'new')}\n`,
    )
  })

  it('takes the place of its older self and leaves the sections of other benches alone', () => {
    const page = `# Benchmarks\n\n${marked('saving', 'old')}\n\n${marked('memory', 'kept')}\n\nBy hand.\n`
    const expected = `# Benchmarks\n\n${marked('saving', 'new')}\n\n${marked('memory', 'kept')}\n\nBy hand.\n`
    expect(withSection(page, { id: 'saving', text: 'new' })).toBe(expected)
  })

  it('refuses a page with half of its markers, because replacing would eat what follows', () => {
    const page = '# Benchmarks\n\n<!-- bench:saving:start -->\n\nold\n'
    expect(() => withSection(page, { id: 'saving', text: 'new' })).toThrow('do not pair')
  })
})
