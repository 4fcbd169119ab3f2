import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitLines } from './limit-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('each minute has a limit of lines, and one more that counts the rest', () => {
  const log: string[] = []
  const lines = limitLines({ most: 2, sumUp: (more) => log.push(`and ${more} more`) })
  const write = (...words: string[]) => words.forEach((word) => lines.write(() => log.push(word)))

  write('a', 'b', 'c', 'd')
  expect(log).toEqual(['a', 'b'])
  vi.advanceTimersByTime(60_000)
  expect(log).toEqual(['a', 'b', 'and 2 more'])

  write('e', 'f')
  vi.advanceTimersByTime(60_000)
  expect(log).toEqual(['a', 'b', 'and 2 more', 'e', 'f'])
})

test('lines that were held back are counted at the end', () => {
  const log: number[] = []
  const lines = limitLines({ most: 0, sumUp: (more) => log.push(more) })
  lines.write(() => {})

  lines.end()
  lines.end()

  expect(log).toEqual([1])
})
