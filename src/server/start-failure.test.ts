import { expect, test } from 'vitest'
import { explain, StartFailure } from './start-failure.ts'

test('a fault that the operator can fix is one sentence, whatever the log level', () => {
  const failure = new StartFailure('Port 3000 is taken.', { cause: new Error('EADDRINUSE') })

  expect(explain(failure)).toBe('Port 3000 is taken.')
  expect(explain(failure, 'debug')).toBe('Port 3000 is taken.')
})

test('a bug is shown with its stack trace when the log level asks for it', () => {
  const fault = new TypeError('x is not a function', { cause: new Error('the reason') })

  expect(explain(fault)).toBe('x is not a function')
  expect(explain(fault, 'debug')).toMatch(
    /^TypeError: x is not a function\n +at .*start-failure\.test\.ts(.|\n)*the reason/,
  )
})
