import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PAGE_MARGIN_PX, PX_PER_POINT, scaleFor, steppedScale } from '../../../../src/renderer/preview/fit-scale.ts'

const a4 = { width: 595, height: 842 }
const pane = { width: 480, height: 800 }

describe('the scale of a page', () => {
  it('fits the width with its margins on both sides', () => {
    const acrossPx = a4.width * PX_PER_POINT * scaleFor('width', a4, pane)
    expect(acrossPx + 2 * PAGE_MARGIN_PX).toBeCloseTo(pane.width)
  })

  it('fits the whole page into a lower pane', () => {
    const low = { width: 1400, height: 500 }
    const downPx = a4.height * PX_PER_POINT * scaleFor('page', a4, low)
    expect(downPx + 2 * PAGE_MARGIN_PX).toBeCloseTo(low.height)
  })

  it('is 1 for the size on paper', () => {
    expect(scaleFor(1, a4, pane)).toBe(1)
  })

  it('never makes a page longer than the browser can lay out, whatever its stated size', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        fc.constantFrom('width' as const, 'page' as const, 8),
        (points, zoom) => {
          const page = { width: 1, height: points }
          expect(points * PX_PER_POINT * scaleFor(zoom, page, pane)).toBeLessThanOrEqual(200_001)
        },
      ),
    )
  })

  it('is above 0 in a pane without a size yet', () => {
    expect(scaleFor('width', a4, { width: 0, height: 0 })).toBeGreaterThan(0)
  })
})

describe('a step of the zoom', () => {
  it.each([
    [1, 1, 1.1],
    [1, -1, 0.9],
    [0.784, 1, 0.9],
    [0.784, -1, 0.75],
    [0.999, 1, 1.1],
    [8, 1, 8],
    [0.1, -1, 0.1],
  ] as const)('leads from %d in direction %d to %d', (scale, direction, next) => {
    expect(steppedScale(scale, direction)).toBe(next)
  })
})
