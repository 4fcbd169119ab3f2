import { expect, test } from 'vitest'
import { explain, StartFailure, writeFailure } from './start-failure.ts'

test('a problem that the operator can fix is one sentence at any log level', () => {
  const failure = new StartFailure('Port 3000 is taken.', { cause: new Error('EADDRINUSE') })

  expect(explain(failure)).toBe('Port 3000 is taken.')
  expect(explain(failure, 'debug')).toBe('Port 3000 is taken.')
})

test('a bug shows its stack trace when the log level asks for it', () => {
  const fault = new TypeError('x is not a function', { cause: new Error('the reason') })

  expect(explain(fault)).toBe('x is not a function')
  expect(explain(fault, 'debug')).toMatch(
    /^TypeError: x is not a function\n +at .*start-failure\.test\.ts(.|\n)*the reason/,
  )
})

test('a disk is full only if the system says so, and the message says what to do', () => {
  const errorOf = (code: string) => Object.assign(new Error(`${code}: reason`), { code, syscall: 'write' })

  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(writeFailure('/backups', errorOf(code), 'BACKUP_DIR').message).toBe(
      'The disk that holds /backups is full. Free some space, or choose another disk for backups.',
    )
  // This file system has no free space.
  expect(writeFailure('/proc', errorOf('EROFS')).message).toBe(
    'The data directory /proc cannot be written (EROFS: reason). Give this user access to it, or set DATA_DIR to another folder.',
  )
})
