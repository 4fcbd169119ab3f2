import { afterEach, expect, test } from 'vitest'
import type { Question } from '#shared/site/questions.ts'
import { setSite, site, siteOf, sourceSite } from '#shared/site/site.ts'
import { mainFilters } from '../ui/filter-words.ts'
import { shownName } from './chart.tsx'

const first = site()
afterEach(() => setSite(first))

test('a chart and a filter say the words of a choice that was renamed, and counts it by its key', () => {
  const questions = (sourceSite.questions as readonly Question[]).map((question): Question => {
    if (!['job_industry', 'price_range'].includes(question.name) || !('choices' in question)) return question
    const [one, ...others] = question.choices
    const value = typeof one === 'string' ? one : one!.value
    return { ...question, choices: [{ value, label: 'Renamed' }, ...others] }
  })
  const asked = { name: 'wishes', kind: 'many', label: 'Wishes', question: 'What?' } as const
  const wishes: Question = { ...asked, choices: [{ value: 'New things to try', label: 'Sourdough' }, 'Other'] }
  setSite(siteOf({ ...sourceSite, questions: [...questions, wishes] as unknown as typeof sourceSite.questions }))
  expect(mainFilters().find(({ name }) => name === 'industry')!.choices[0]).toEqual({
    value: 'Barber',
    label: 'Renamed',
  })
  expect(shownName('industry', 'Barber')).toBe('Renamed')
  expect(shownName('industry', 'Hairdresser')).toBe('Hairdresser')
  expect(shownName('price', '£0-£10')).toBe('Renamed')
  expect(shownName('answer_wishes', 'New things to try')).toBe('Sourdough')
  expect(shownName('answer_wishes', 'Gone')).toBe('Gone')
  expect(shownName('solo', 'Solo Provider')).toBe('Solo Provider')
  expect(shownName('language', 'de')).toBe('German')
})
