import { expect, test } from 'vitest'
import { reasonWords } from './use-import.ts'

test('texts of a file that turn around leave the words beside them in their order', () => {
  expect(reasonWords('“\u202Eabc” is the code of somebody else than “שלום”')).toBe(
    '“abc” is the code of somebody else than “\u2068שלום\u2069”',
  )
})
