import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface GlyphProps {
  readonly icon: LucideIcon
  readonly size?: 'small' | 'medium' | 'large'
}

const SIZES = { small: '0.875rem', medium: '1rem', large: '2rem' } as const

/** An icon beside words: hidden from screen readers, and sized with the text. */
export function Glyph({ icon: Icon, size = 'medium' }: GlyphProps): ReactNode {
  return <Icon aria-hidden size={SIZES[size]} strokeWidth={size === 'large' ? 1.25 : 1.75} />
}
