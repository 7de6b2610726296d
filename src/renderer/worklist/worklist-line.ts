import type { Output } from '../../shared/contract/contract.ts'

export type WorklistLine = Output<'search.lines'>['lines'][number]
