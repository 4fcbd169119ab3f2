import { expect, expectTypeOf, test } from 'vitest'
import { fill } from '../values/fill.ts'
import { keepVersions, perSite, setSite, site, siteOf, sourceSite, underVersion } from './site.ts'

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
