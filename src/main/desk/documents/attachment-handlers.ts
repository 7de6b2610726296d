import { dirname, extname } from 'node:path'
import { badUsage } from '../../../shared/errors/app-error.ts'
import type { CurrentPolicy } from '../../../engine/ports/policy.ts'
import { portableName } from '../../../engine/saving/names/file-names.ts'
import { createSavingRules } from '../../../engine/saving/plan/saving-rules.ts'
import type { HandlersOf } from '../router.ts'
import type { TextFiles } from '../text-files.ts'

interface AttachmentHandlerOptions {
  files: Pick<TextFiles, 'save'>
  policy: CurrentPolicy
}

/** Kinds of files that run nothing when they are opened. */
const EXTENSIONS = new Set(
  '.pdf .xml .csv .tsv .txt .json .edi .xlsx .docx .pptx .odt .ods .zip .png .jpg .jpeg .gif .tif .tiff .bmp .eml .msg .p7m .p7s'.split(
    ' ',
  ),
)
/** Leaves room for the extension. */
const STEM_BYTES = 100

/** Saves what is attached to documents. Nothing of it is ever opened from here: its maker is whoever wrote the document. */
export function createAttachmentHandlers({ files, policy }: AttachmentHandlerOptions): HandlersOf<'attachments'> {
  return {
    'attachments.save': async ({ name, base64 }) => {
      const extension = extname(name.trim()).toLowerCase()
      if (!EXTENSIONS.has(extension)) throw couldRun(extension)
      const stem = portableName(name.trim().slice(0, -extension.length), { maxBytes: STEM_BYTES })
      const dialog = {
        title: 'Save the attachment',
        suggestedName: stem + extension,
        extensions: EXTENSIONS,
        // Where documents may not be saved, parts of them may not either.
        check: (path: string) => createSavingRules(policy).assertFolderAllowed(dirname(path)),
      }
      const file = await files.save(dialog, () => Buffer.from(base64, 'base64'))
      return { saved: file === null ? null : { name: file.name, folder: file.folder } }
    },
  }
}

function couldRun(extension: string): Error {
  const kind = extension === '' ? 'without an extension' : `that end with “${extension}”`
  return badUsage(
    `Attachments ${kind} are not saved from here: they could be programs.`,
    'If you trust its sender, save it with the system’s reader.',
  )
}
