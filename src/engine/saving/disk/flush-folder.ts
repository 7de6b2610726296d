import { open, stat } from 'node:fs/promises'
import { errorCode } from '../../files/file-system.ts'
import { diskFailure } from './disk-failures.ts'

/** The codes of file systems that cannot flush a folder; their server does it in its own way. */
const NO_FLUSH = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EPERM', 'EBADF', 'EISDIR'])

/** Makes what was created or removed in a folder survive a power cut. Fails with folder-gone and as the disk does. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    if (process.platform === 'win32') {
      // Windows cannot flush a folder; but this notices one that has vanished with its files (W-B12).
      await stat(folder)
      return
    }
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    if (!NO_FLUSH.has(errorCode(thrown))) throw diskFailure(thrown, folder, folder)
  }
}
