import { expect, test, vi } from 'vitest'
import { AppError } from '../base/errors.ts'
import { createWrongPasswords } from './wrong-passwords.ts'

const source = (name: string) => ({ name, most: 5 })

test('after five wrong passwords within a minute the next try waits until the first is a minute old', () => {
  let now = 0
  const wrong = createWrongPasswords(() => now)
  for (let second = 0; second < 5; second += 1) {
    now = second * 1_000
    wrong.refuse(source('192.0.2.1'))
    wrong.count('192.0.2.1')
  }

  expect(() => wrong.refuse(source('192.0.2.1'))).toThrow(
    expect.objectContaining({ code: 'rate-limited', retryAfter: 56 }),
  )
  expect(() => wrong.refuse(source('192.0.2.2'))).not.toThrow()
  now = 60_000
  expect(() => wrong.refuse(source('192.0.2.1'))).not.toThrow()
})

test('a clock that is set back makes nobody wait longer', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    const wrong = createWrongPasswords()
    for (let count = 0; count < 5; count += 1) wrong.count('192.0.2.1')
    expect(() => wrong.refuse(source('192.0.2.1'))).toThrow(AppError)

    vi.advanceTimersByTime(61_000)
    vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1_000)

    expect(() => wrong.refuse(source('192.0.2.1'))).not.toThrow()
  } finally {
    vi.useRealTimers()
  }
})
