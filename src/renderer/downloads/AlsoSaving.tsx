import type { ReactNode } from 'react'
import { SAFE_TOGETHER } from '../../shared/words/also-saving.ts'
import { Foreign } from '../ui/base/Foreign.tsx'
import type { Job } from './job-words.ts'

type OtherSaver = Job['alsoSaving'][number]

const MOST_NAMED = 3

/** Who else saves into a folder, and that this is no reason to wait. Nothing where nobody does. */
export function AlsoSaving({ others }: { readonly others: readonly OtherSaver[] }): ReactNode {
  if (others.length === 0) return null
  const named = others.slice(0, MOST_NAMED)
  const more = others.length - named.length
  return (
    <p>
      Also saving into this folder now:{' '}
      {named.map(({ user, host, job }, index) => (
        <span key={`${host} ${job}`}>
          {index > 0 && ', '}
          <Foreign text={user} /> on <Foreign text={host} />
        </span>
      ))}
      {more > 0 && ` and ${more} more`}. {SAFE_TOGETHER}
    </p>
  )
}
