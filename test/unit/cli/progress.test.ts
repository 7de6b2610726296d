import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgressLine, createProgressLines, createScreen } from '../../../src/cli/terminal/screen.ts'
import { saveProgressText, searchProgressText } from '../../../src/cli/reports/report-save.ts'
import { createFakeTerminal } from '../../support/fake-terminal.ts'
import { createManualClock } from '../../support/manual-clock.ts'

function screenOf(
  isTTY: boolean,
  columns = 80,
): { stream: PassThrough & { isTTY: boolean; columns: number }; drawn: () => string } {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns })
  return { stream, drawn: () => String(stream.read() ?? '') }
}

describe('createProgressLine', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('draws nothing to a pipe or a file', () => {
    const { stream, drawn } = screenOf(false)
    const line = createProgressLine(stream)
    line.show('1/2')
    line.clear()
    vi.runAllTimers()
    expect(drawn()).toBe('')
  })

  it('draws at most ten times a second and never loses the last state', () => {
    const { stream, drawn } = screenOf(true)
    const line = createProgressLine(stream)
    for (let done = 0; done < 1000; done += 1) {
      line.show(`${done}/1000`)
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(200)
    const drawings = drawn()
      .split('\r')
      .filter((text) => text !== '')
    expect(drawings.length).toBeLessThanOrEqual(11)
    expect(drawings.at(-1)).toContain('999/1000')
  })

  it('clears the line before something else is written', () => {
    const { stream, drawn } = screenOf(true)
    const line = createProgressLine(stream)
    line.show('1/2')
    drawn()
    line.clear()
    vi.runAllTimers()
    expect(drawn()).toBe('\r\u001B[K')
  })

  it('never draws wider than the window, because a wrapped line cannot be drawn over', () => {
    const { stream, drawn } = screenOf(true, 30)
    createProgressLine(stream).show('漢'.repeat(50))
    expect(drawn()).toBe(`\r\u001B[K${'漢'.repeat(14)}…`)
  })
})

describe('createProgressLine in a narrow window', () => {
  it('leaves the bar out before it cuts the count', () => {
    const { stream, drawn } = screenOf(true, 30)
    const progress = createProgressLine(stream)
    progress.show('[#####...............] 120/480  18 MB', '120/480  18 MB')
    expect(drawn()).toBe('\r\u001B[K120/480  18 MB')
  })
})

describe('createProgressLines', () => {
  it('adds a line at once and then every ten seconds, which a screen reader or a log can take', async () => {
    const { stream, drawn } = screenOf(true)
    const clock = createManualClock()
    const lines = createProgressLines(stream, clock)
    for (let second = 0; second <= 20; second += 1) {
      lines.show(`[##] ${second}/20`, `${second}/20`)
      await clock.advance(1000)
    }
    lines.clear()
    expect(drawn()).toBe('0/20\n10/20\n20/20\n')
  })
})

describe('progress on the screen of a command', () => {
  it.each([
    { where: 'a terminal that cannot redraw', env: { TERM: 'dumb' }, isTTY: true, expected: '1/2\n' },
    { where: 'a pipe', env: { TERM: 'dumb' }, isTTY: false, expected: '' },
    { where: 'a pipe that asks for lines', env: { PARCEL_DESK_PROGRESS: 'lines' }, isTTY: false, expected: '1/2\n' },
    { where: 'any other terminal', env: { TERM: 'xterm' }, isTTY: true, expected: '\r\u001B[K[##] 1/2' },
  ])('is for $where: $expected', async ({ env, isTTY, expected }) => {
    const fake = createFakeTerminal({ env })
    const stderr = Object.assign(fake.terminal.stderr, { isTTY })
    const options = { isJson: false, isQuiet: false, isVerbose: false, redact: String }
    createScreen({ ...fake.terminal, stderr }, options).progress('[##] 1/2', '1/2')
    expect((await fake.outcome(0)).stderr).toBe(expected)
  })

  it.each([
    ['--quiet', { isQuiet: true, isVerbose: false }],
    ['--verbose', { isQuiet: false, isVerbose: true }],
  ])('stays away with %s', async (_option, { isQuiet, isVerbose }) => {
    const fake = createFakeTerminal()
    const stderr = Object.assign(fake.terminal.stderr, { isTTY: true })
    const screen = createScreen({ ...fake.terminal, stderr }, { isJson: false, isQuiet, isVerbose, redact: String })
    screen.progress('1/2')
    expect((await fake.outcome(0)).stderr).toBe('')
  })
})

describe('saveProgressText and searchProgressText', () => {
  const progress = {
    job: 'j',
    planned: 480,
    done: 120,
    skipped: 0,
    failed: 0,
    bytes: 18_300_000,
    bytesPerSecond: 4_100_000,
    isServiceAway: false,
    waitingUntil: null,
    atOnce: 4,
    alsoSaving: [],
  }

  it('show documents, bytes, rate and time left', () => {
    const text = saveProgressText({ ...progress, etaSeconds: 80, note: null })
    expect(text).toBe('[#####...............] 120/480  18 MB  4.1 MB/s  4 at once  1 min 20 s left')
  })

  it('show failures and delays, and no time that is unknown', () => {
    const text = saveProgressText({
      ...progress,
      failed: 2,
      etaSeconds: null,
      note: 'waiting 5 s as the service asked',
    })
    expect(text).toContain('2 failed  waiting 5 s as the service asked')
    expect(text).not.toContain('left')
  })

  it('keep the bar within its width when nothing is planned or more is done than planned', () => {
    const odd = { ...progress, etaSeconds: null, note: null }
    expect(saveProgressText({ ...odd, planned: 0, done: 0 })).toContain('[....................] 0/0')
    expect(saveProgressText({ ...odd, planned: 1, done: 2 })).toContain('[####################] 2/1')
  })

  it('show how far a search has come', () => {
    expect(searchProgressText({ loaded: 100, total: 240, requests: 1, expectedRequests: 3 })).toBe(
      'Searching: 100 of 240 sets, 1 of 3 calls',
    )
    expect(searchProgressText({ loaded: 0, total: 0, requests: 0, expectedRequests: 3 })).toBe(
      'Searching: 0 of 3 calls',
    )
  })
})
