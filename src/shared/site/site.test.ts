import { expect, expectTypeOf, test } from 'vitest'
import { fill } from '../values/language.ts'
import { keepVersions, perSite, setSite, site, siteOf, sourceSite, underVersion } from './site.ts'

test.each([
  [0, 'en', 'Leave your email, and you have a place in the queue.'],
  [1, 'en', 'Leave your email, answer one short question, and you'],
  [7, 'en', 'Leave your email, answer seven short questions, and you'],
  [1, 'de', 'da, beantworte eine kurze Frage, und'],
  [3, 'pl', 'odpowiedz na 3 krótkie pytania i'],
  [5, 'pl', 'odpowiedz na 5 krótkich pytań i'],
])('with %i questions the page in %s says: %s', (count, first, words) => {
  const questions = sourceSite.questions.slice(0, count)
  expect(siteOf({ questions, languages: { ...sourceSite.languages, first } } as object).landing.ready.text).toContain(
    words,
  )
})

test('the basics are in every text, and other names wait for their values', () => {
  const brand = { ...sourceSite.brand, name: 'Second <Sun>', launch: 'May' }
  const { landing, mails, questionCount } = siteOf({ brand, questions: sourceSite.questions.slice(0, 3) })
  expect(landing.lead).toMatch(/^Second <Sun> is/)
  expect(landing.launch).toBe('Opens May')
  expect(landing.ready.text).toContain('three short questions')
  expect(questionCount).toBe(3)
  expect(fill(mails.welcome.subject, { place: '#7' })).toBe('You’re #7 on the Second <Sun> waitlist')
})

test('a number chooses between the words for one and for more', () => {
  const text = 'The {place:place|# places} of {who}, {place}'
  expect(fill(text, { place: 1, who: 'Ada' })).toBe('The place of Ada, 1')
  expect(fill(text, { place: 1234, who: '{place}' })).toBe('The 1,234 places of {place}, 1,234')
  expectTypeOf<Parameters<typeof fill<typeof text>>[1]>().toEqualTypeOf<Record<'place' | 'who', string | number>>()
})

test('an earlier version takes the place of the site for a moment, a newer one for good, and an unknown one is the present one', () => {
  const name = perSite(() => site().brand.name)
  const before = site()
  const named = (name: string, version: number) => siteOf({ brand: { ...sourceSite.brand, name } }, version)
  setSite(named('Now', 4))
  keepVersions([named('Of old', 3), named('Next', 5)])
  expect(underVersion(3, name)).toBe('Of old')
  expect(() =>
    underVersion(3, () => {
      throw new Error(name())
    }),
  ).toThrow('Of old')
  expect([name(), underVersion(6, name), underVersion('3', name), underVersion(undefined, name)]).toEqual(
    Array(4).fill('Now'),
  )
  expect([underVersion(5, name), name(), underVersion(3, name), name()]).toEqual(['Next', 'Next', 'Of old', 'Next'])
  keepVersions([])
  setSite(before)
})
