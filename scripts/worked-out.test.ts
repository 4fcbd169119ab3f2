import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { pageList } from '#shared/pages.ts'
import { workedOut } from './worked-out.ts'

test('the landing page says the correct number of questions', async () => {
  vi.doMock('#site/questionnaire.ts', () => ({ QUESTIONS: Array.from({ length: 8 }) }))
  const { landing } = await import('#site/landing.ts')
  expect(landing.ready.text).toContain('answer eight short questions')
})

test('the pages include the number, as digits and as a word, but not the questions', async () => {
  const { load } = workedOut() as { load: { handler(id: string): Promise<string> } }
  const code = await load.handler(join(import.meta.dirname, '../src/site/question-count.ts'))
  expect(code.split('\n').sort()).toEqual([
    expect.stringMatching(/^export const QUESTIONS_ASKED = \d+$/),
    expect.stringMatching(/^export const QUESTION_COUNT = "\w+"$/),
  ])
})

test('the pages include the path and the title of every page, and no description', async () => {
  const { load } = workedOut() as { load: { handler(id: string): Promise<string> } }
  const code = await load.handler(join(import.meta.dirname, '../src/shared/pages.ts'))
  for (const { path, title } of pageList) expect(code).toContain(JSON.stringify({ path, title }).slice(1, -1))
  expect(code).not.toContain('description')
})
