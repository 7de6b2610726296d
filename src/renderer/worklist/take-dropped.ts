import type { DragEvent } from 'react'
import { takeFile, takeText } from './worklist-store.ts'

/** A file, or cells dragged out of a spreadsheet. */
export function takeDropped(event: DragEvent): void {
  event.preventDefault()
  const [file] = event.dataTransfer.files
  if (file === undefined) void takeText(event.dataTransfer.getData('text'))
  else void takeFile(file)
}
