import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPlaceFile, type WindowPlace } from '../../../../../src/main/electron/window/window-place.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'

const LAPTOP = { x: 0, y: 25, width: 1440, height: 875 }
const SECOND = { x: 1440, y: 0, width: 1920, height: 1080 }
const SIZES = { min: { width: 1024, height: 600 }, first: { width: 1440, height: 900 } }
const USUAL = { bounds: SIZES.first, isMaximized: false }

/** What the next start makes of a place. */
async function placeAfter(stored: unknown, workAreas = [LAPTOP, SECOND]): Promise<WindowPlace> {
  const file = join(await tempFolder(), 'window.json')
  await writeFile(file, typeof stored === 'string' ? stored : JSON.stringify(stored))
  return createPlaceFile(file, SIZES).read(workAreas)
}

describe('the position of the window', () => {
  it('is the last one', async () => {
    const file = join(await tempFolder(), 'window.json')
    const place = { bounds: { x: 1500, y: 40, width: 1200, height: 800 }, isMaximized: true }
    createPlaceFile(file, SIZES).write(place)
    expect(createPlaceFile(file, SIZES).read([LAPTOP, SECOND])).toEqual(place)
  })

  it('is left to the system if its screen is gone, with the size kept', async () => {
    const bounds = { x: 1500, y: 40, width: 1200, height: 800 }
    expect(await placeAfter({ bounds, isMaximized: false }, [LAPTOP])).toEqual({
      bounds: { width: 1200, height: 800 },
      isMaximized: false,
    })
  })

  it.each([
    ['above every screen', { x: 100, y: -40 }],
    ['below every screen', { x: 100, y: 1070 }],
    ['with a sliver on the left', { x: -1_100, y: 100 }],
  ])('is left to the system if no mouse can reach its title bar: %s', async (_where, corner) => {
    const { bounds } = await placeAfter({ bounds: { ...corner, width: 1200, height: 800 }, isMaximized: false })
    expect(bounds).toEqual({ width: 1200, height: 800 })
  })

  it('is never smaller than the minimum', async () => {
    const { bounds } = await placeAfter({ bounds: { x: 10, y: 30, width: 200, height: 100 }, isMaximized: false })
    expect(bounds).toEqual({ x: 10, y: 30, width: 1024, height: 600 })
  })

  it.each(['', '{"bounds":', 'null', '{"bounds":{"x":"a"},"isMaximized":false}', '{"bounds":{"x":1e999}}'])(
    'is the default if the file says %s',
    async (stored) => {
      expect(await placeAfter(stored)).toEqual(USUAL)
    },
  )

  it('is the default without a file, and a failure to write it stops nothing', async () => {
    const file = join(await tempFolder(), 'missing', 'window.json')
    createPlaceFile(file, SIZES).write({ bounds: { x: 0, y: 0, width: 1, height: 1 }, isMaximized: false })
    expect(createPlaceFile(file, SIZES).read([LAPTOP])).toEqual(USUAL)
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  })
})
