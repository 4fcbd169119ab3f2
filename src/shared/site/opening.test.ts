import { expect, test } from 'vitest'
import { lastDayOf } from './opening.ts'
import { siteOf, sourceSite } from './site.ts'

test.each([
  ['May 2026', '2026-05-31'],
  ['14 June 2026', '2026-06-14'],
  ['June 3rd, 2026', '2026-06-03'],
  ['2026-06-14', '2026-06-14'],
  ['14.06.2026', '2026-06-14'],
  ['June or July 2026', '2026-07-31'],
  ['Sept 2026', '2026-09-30'],
  ['Q3 2026', '2026-09-30'],
  ['Spring 2026', '2026-05-31'],
  ['winter 2027', '2028-02-29'],
  ['early 2025', '2025-12-31'],
  ['Market day 2026', '2026-12-31'],
  ['Soon', null],
  ['Easter', null],
  ['3 June', null],
])('an opening on %s is ahead until the end of %s', (launch, last) => {
  expect(lastDayOf(launch, 'en')).toBe(last)
})

test.each([
  ['de', 'März 2027', '2027-03-31'],
  ['de', 'Frühling 2027', '2027-05-31'],
  ['fr', 'le 3 août 2027', '2027-08-03'],
  ['es', '3 de junio de 2027', '2027-06-03'],
  ['pl', '12 czerwca 2027', '2027-06-12'],
  ['pl', 'czerwiec 2027', '2027-06-30'],
  ['vi', 'tháng 12 năm 2027', '2027-12-31'],
  ['vi', 'ngày 3 tháng 1 năm 2027', '2027-01-03'],
  ['ar', 'يونيو 2027', '2027-06-30'],
])('in %s, %s ends on %s', (language, launch, last) => {
  expect(lastDayOf(launch, language)).toBe(last)
})

test('once it is past, no text speaks of the opening: its sentences go, and where there are no others, its words stand alone', () => {
  const languages = { ...sourceSite.languages, others: ['de'] }
  const on = (today: string) => siteOf({ languages } as object, 1, { today })
  const text = (site: ReturnType<typeof on>) => site.landing.answers.list.find(({ id }) => id === 'when')!.answer

  expect(on('2025-06-30')).toMatchObject({
    isOpeningPast: false,
    brand: { opens: 'Opens June 2025', opensLine: 'Firstchair opens June 2025.' },
    landing: { launch: 'Opens June 2025' },
  })
  expect(text(on('2025-06-30'))).toBe('June 2025. We write to you when it is your turn.')

  const past = on('2025-07-01')
  expect(past).toMatchObject({
    isOpeningPast: true,
    brand: { opens: 'June 2025', opensLine: '' },
    landing: { launch: 'June 2025' },
  })
  expect(text(past)).toBe('We write to you when it is your turn.')
  expect(JSON.stringify(past)).not.toMatch(/[Oo]pens? (in )?June/)
})
