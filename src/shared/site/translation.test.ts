import { afterEach, expect, test } from 'vitest'
import { fill } from '../values/language.ts'
import { type ChoiceQuestion, chosenLabels, openChoicesOf } from './questions.ts'
import {
  keepVersions,
  missingTexts,
  setSite,
  site,
  type SiteDocument,
  siteIn,
  siteOf,
  sourceSite,
  underSite,
  underVersion,
} from './site.ts'
import { textsOf } from './translation.ts'

afterEach(() => setSite(siteOf({})))

type Given = { first?: string; others?: string[]; texts?: Record<string, Record<string, string>> }
const languages = ({ first = 'en', others = ['de'], texts = {} }: Given = {}) => ({ first, others, texts })

test('a text is the owner’s, else ours while the first language has ours, else the first language’s', () => {
  const signUp = { ...sourceSite.signUp, label: 'Where do we write to?', button: 'Count me in' }
  const texts = { de: { 'signUp.button': 'Ich bin dabei' } }
  const made = siteOf({ signUp, languages: languages({ texts }) } as unknown as Partial<SiteDocument>)
  expect(siteIn('de', made).signUp).toMatchObject({
    label: 'Where do we write to?',
    button: 'Ich bin dabei',
    placeholder: 'E-Mail-Adresse eingeben',
  })
  expect(siteIn('de', made).brand.opensLine).toBe('Firstchair startet: Juni 2025.')
  expect(siteIn('de', made).brand.name).toBe(sourceSite.brand.name)
})

test('a language that is not on, or none, is the first', () => {
  setSite(siteOf({ languages: languages() }))
  for (const language of ['fr', 'constructor', null, undefined, 'en']) expect(siteIn(language)).toBe(site())
  expect(siteIn('de')).toBe(siteIn('de', siteIn('de')))
  expect(siteIn('en', siteIn('de'))).toBe(site())
})

test('the first language may be another, and English one of the others', () => {
  setSite(siteOf({ languages: languages({ first: 'de', others: ['en'] }) }))
  expect([site().language, site().signUp.button]).toEqual(['de', 'Auf die Warteliste'])
  expect(siteIn('en').signUp.button).toBe(sourceSite.signUp.button)
  const document = { ...sourceSite, languages: languages({ first: 'de', others: ['en'] }) }
  expect(missingTexts(document, 'en')).toEqual([])
})

test('a choice keeps its key in every language', () => {
  setSite(siteOf({ languages: languages() }))
  const labels = underSite(siteIn('de'), () => {
    const question = site().questions.find(({ name }) => name === 'job_industry') as ChoiceQuestion
    expect(chosenLabels({ job_industry: 'Nail Artist' }, question)).toEqual(['Nageldesign'])
    return openChoicesOf(question)
  })
  expect(labels[1]).toEqual({ value: 'Hairdresser', label: 'Friseurhandwerk' })
})

test('a language stays while another version is asked, and numbers follow it', () => {
  setSite(siteOf({ languages: languages() }, 3))
  keepVersions([])
  const number = () => fill('{count}', { count: 1234.5 })
  underSite(siteIn('de'), () => {
    expect(underVersion(2, () => [site().language, number()])).toEqual(['de', '1.234,5'])
  })
  expect([site().language, number()]).toEqual(['en', '1,234.5'])
})

test('a text may have a form for each plural category, and for exact numbers', () => {
  const text = '{count:=0:nikt|one:# osoba|few:# osoby|many:# osób|other:# osoby}'
  setSite(siteOf({ languages: languages({ others: [] }) }))
  const all = (words: string) => [0, 1, 2, 5, 22].map((count) => fill(words as '{count}', { count }))
  expect(all('{count:friend|# friends}')).toEqual(['0 friends', 'friend', '2 friends', '5 friends', '22 friends'])
  expect(underSite({ ...site(), language: 'pl' }, () => all(text))).toEqual([
    'nikt',
    '1 osoba',
    '2 osoby',
    '5 osób',
    '22 osoby',
  ])
})

test('texts are named by keys, so that they stay with a question that moves', () => {
  const moved = { ...sourceSite, questions: [...sourceSite.questions].reverse() }
  expect(textsOf(moved)['questions.price_range.choices.£60+/month.label']).toBe('£60+/month')
  expect(Object.entries(textsOf(moved)).sort()).toEqual(Object.entries(textsOf(sourceSite)).sort())
  expect(Object.keys(textsOf(sourceSite)).filter((path) => /supportEmail|^look|kind|brand\.name/.test(path))).toEqual(
    [],
  )
})
