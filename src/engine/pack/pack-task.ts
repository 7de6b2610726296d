import type { PackForm, PackResult } from '../../shared/model/pack.ts'
import type { PackedFile, PackEntry } from './plan-pack.ts'

/** A document whose file is known. */
export interface PackedEntry extends Omit<PackEntry, 'state' | 'file'> {
  file: PackedFile
  /** What the check of its digital signatures says; null where nothing was checked. */
  signature: string | null
}

/** What is to be written, as it goes to another thread. */
export interface PackTask {
  form: PackForm
  /** The file or folder to write; nothing has the name. */
  part: string
  entries: readonly PackedEntry[]
  lacks: readonly string[]
}

export type WrittenPack = Omit<PackResult, 'output' | 'lacks'>

export interface PackRun {
  onProgress?: ((done: number) => void) | undefined
  signal?: AbortSignal | undefined
}
