import { describe, expect, it } from 'vitest'
import { AppError, failureOf } from '../../../../../src/shared/errors/app-error.ts'
import { errorCode } from '../../../../../src/engine/files/file-system.ts'
import { diskFailure, fileFailure } from '../../../../../src/engine/saving/disk/disk-failures.ts'

const thrownBy = (code: string): Error => Object.assign(new Error(code), { code })

describe('diskFailure', () => {
  // One of each kind: which code is of which kind is a table.
  it.each([
    ['ENOSPC', 'disk-full'],
    ['EACCES', 'folder-not-writable'],
    ['EMFILE', 'folder-not-writable'],
    ['ENOENT', 'folder-gone'],
    ['ENAMETOOLONG', 'path-too-long'],
    ['UNKNOWN', 'folder-gone'],
    ['EINVAL', 'folder-refused'],
    ['EBUSY', 'file-held'],
  ])('is told in words: %s is %s', (code, tag) => {
    const failure = failureOf(diskFailure(thrownBy(code), '/archive', '/archive/a.pdf'))
    expect(failure?.tag).toBe(tag)
    expect(JSON.stringify(failure)).toContain('/archive')
  })

  it('passes through what does not come from the disk, and failures that are translated already', () => {
    const [mistake, known] = [new TypeError('a mistake'), new AppError({ tag: 'interrupted' })]
    expect(diskFailure(mistake, '/archive', '')).toBe(mistake)
    expect(diskFailure(known, '/archive', '')).toBe(known)
    expect(diskFailure('no error at all', '/archive', '')).toBe('no error at all')
    expect(errorCode(thrownBy('EXDEV'))).toBe('EXDEV')
  })
})

describe('fileFailure', () => {
  it.each(['EBUSY', 'EPERM', 'EACCES'])('means on Windows that another program has the file open: %s', (code) => {
    const failure = failureOf(fileFailure(thrownBy(code), 'C:\\a.pdf', 'win32'))
    expect(failure).toEqual({ tag: 'file-held', path: 'C:\\a.pdf' })
  })

  it('passes through elsewhere, where it is about permissions', () => {
    const denied = thrownBy('EACCES')
    expect(fileFailure(denied, '/a.pdf', 'linux')).toBe(denied)
  })
})
