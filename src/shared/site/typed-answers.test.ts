import { expect, test } from 'vitest'
import type { Question } from './questions.ts'
import { bandOf, bandsWithin } from './bands.ts'
import { problemOf, readTyped, type TypedQuestion } from './typed-answers.ts'

const asked = { name: 'x', label: 'X', question: 'X?' }
const questions = {
  text: { ...asked, kind: 'text', placeholder: '' },
  number: { ...asked, kind: 'number', min: 1, max: 40 },
  free: { ...asked, kind: 'number' },
  date: { ...asked, kind: 'date' },
  link: { ...asked, kind: 'link', placeholder: '' },
} as const satisfies Record<string, Question>

test.each([
  ['text', ' A word ', 'A word', null],
  ['number', ' 12 ', 12, null],
  ['number', '+1', 1, null],
  ['number', '0', 0, 'must be 1 or more'],
  ['number', '41', 41, 'must be 40 or less'],
  ['number', '1.5', '1.5', 'must be a whole number'],
  ['number', '1e3', '1e3', 'must be a whole number'],
  ['number', '', '', 'must be a whole number'],
  ['free', '-7', -7, null],
  ['free', '1000000001', 1_000_000_001, 'must be 1000000000 or less'],
  ['date', '2026-02-28', '2026-02-28', null],
  ['date', '2026-02-30', '2026-02-30', 'must be a date like 2026-06-30'],
  ['date', '28.2.2026', '28.2.2026', 'must be a date like 2026-06-30'],
  ['link', 'salon.example/about', 'https://salon.example/about', null],
  ['link', 'https://salon.example', 'https://salon.example', null],
  ['link', 'http://salon.example', 'http://salon.example', 'must be an address that begins with https://'],
  ['link', 'javascript:alert(1)', 'javascript:alert(1)', 'must be an address that begins with https://'],
  [
    'link',
    'https://me:pass@salon.example',
    'https://me:pass@salon.example',
    'must be an address that begins with https://',
  ],
  ['link', 'https://salon', 'https://salon', 'must be an address that begins with https://'],
  ['link', 'two words', 'https://two words', 'must be an address that begins with https://'],
] as const)('an answer to a question for a %s, %j, is read as %j', (kind, typed, read, problem) => {
  const question: TypedQuestion = questions[kind]
  expect(readTyped(question, typed)).toBe(read)
  expect(problemOf(question, read)).toBe(problem)
})

test('every number is in one band, and the bands between two bounds are those of their numbers', () => {
  const bands = new Set(Array.from({ length: 300 }, (_, number) => bandOf(number)))
  expect([...bands]).toEqual(bandsWithin(0, 299))
  expect([...bands].slice(0, 6)).toEqual(['0', '1', '2-4', '5-9', '10-19', '20-49'])
  expect([bandOf(-3), bandOf(1_000_000_000)]).toEqual(['below 0', '1000000000'])
  expect(bandsWithin(-1, 4)).toEqual(['below 0', '0', '1', '2-4'])
})
