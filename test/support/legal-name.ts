/**
 * Why a name is not legal on one of the three systems, or undefined. Written from the systems' rules alone, apart from the
 * cleaning that it judges.
 */
export function illegality(name: string): string | undefined {
  return onAnySystem(name) ?? onWindows(name) ?? onUnix(name)
}

function onAnySystem(name: string): string | undefined {
  if (name === '') return 'empty'
  if (name === '.' || name === '..') return 'a relative step'
  if (!name.isWellFormed()) return 'half a surrogate pair'
  if (name !== name.normalize('NFC')) return 'not composed'
  const unseen = [...name].find((character) => isUnseen(character.codePointAt(0) ?? 0))
  return unseen === undefined ? undefined : `unseen U+${unseen.codePointAt(0)?.toString(16)}`
}

function isUnseen(code: number): boolean {
  const ranges = [
    [0x00, 0x1f],
    [0x7f, 0xa0],
    [0xad, 0xad],
    [0x61c, 0x61c],
    [0x180e, 0x180e],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0xfeff, 0xfeff],
    [0xfff9, 0xfffb],
    [0xfffe, 0xffff],
    [0xe0000, 0xe0fff],
  ] as const
  return ranges.some(([first, last]) => code >= first && code <= last)
}

function onWindows(name: string): string | undefined {
  for (const character of '<>:"/\\|?*') if (name.includes(character)) return `holds ${character}`
  if (name.endsWith(' ') || name.endsWith('.')) return 'ends in a space or dot'
  if (name.length > 255) return 'longer than 255 UTF-16 units'
  const [, last = ''] = name.split(/.*[.]/)
  if (/^[{][0-9a-fA-F-]{36}[}]$/.test(last)) return 'shown as a part of Windows'
  const base = (name.split('.')[0] ?? '').trimEnd().toUpperCase()
  const devices = ['CON', 'PRN', 'AUX', 'NUL', 'CLOCK$', 'CONIN$', 'CONOUT$']
  const numbered = Array.from('0123456789\u00b9\u00b2\u00b3').flatMap((digit) => [`COM${digit}`, `LPT${digit}`])
  if ([...devices, ...numbered].includes(base)) return `the device ${base}`
  return base.length <= 8 && /^[^.]{1,6}~\d{1,6}(?:\.[^.]{1,3})?$/.test(name)
    ? 'may be the short alias of another file'
    : undefined
}

function onUnix(name: string): string | undefined {
  if (Buffer.byteLength(name) + '.123456789.part'.length - 1 > 255) return 'no room for .part in 255 bytes'
  if (name.normalize('NFD').length > 255) return 'longer than 255 units when macOS decomposes it'
  if (/^[.\- ]/.test(name)) return 'hidden, or reads as a switch'
  return undefined
}
