import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { openDashboard } from './owner.ts'
import { freshEmail, joinByApi } from './visitor.ts'

/*
 * The questions of an owner, and the presses until the answer is on the screen. A typed text counts as one press. The
 * dashboard is open at its first view.
 */

type Owner = {
  page: Page
  device: 'desktop' | 'phone'
  /** A word that finds the people of this test, and no others. */
  word: string
  emails: string[]
  press: (target: Locator) => Promise<void>
  type: (target: Locator, text: string) => Promise<void>
  choose: (target: Locator, label: string) => Promise<unknown>
}
type Question = { asks: string; presses: { desktop: number; phone: number }; answer: (owner: Owner) => Promise<void> }

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name })
const search = (page: Page) => page.getByPlaceholder('Search submissions...')
const findAnyone = (page: Page) => page.getByRole('button', { name: 'Find anyone' })
const row = (page: Page, email: string) => page.getByRole('row', { name: email })

const ABOUT_PEOPLE: Question[] = [
  {
    asks: 'Who is next?',
    presses: { desktop: 2, phone: 2 },
    async answer({ page, press }) {
      await press(section(page, 'People'))
      await press(page.getByRole('button', { name: 'Launch order' }))
      await expect(page.getByRole('row').nth(1)).toContainText('1st')
    },
  },
  {
    asks: 'Who is third in line?',
    presses: { desktop: 2, phone: 2 },
    async answer({ page, press, type }) {
      await press(findAnyone(page))
      await type(search(page), '3rd')
      await expect(page.getByText('1 person found')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'People (1)' })).toBeVisible()
    },
  },
  {
    asks: 'Where in line are the people around place 2?',
    presses: { desktop: 4, phone: 4 },
    async answer({ page, press, type }) {
      await press(section(page, 'People'))
      await press(page.getByRole('button', { name: 'Launch order' }))
      await type(page.getByLabel('Place in line'), '2')
      await press(page.getByRole('button', { name: 'Go', exact: true }))
      await expect(page.getByRole('row').nth(1)).toContainText('2nd')
    },
  },
  {
    asks: 'Where is the salon whose name has accents and a typographic apostrophe?',
    presses: { desktop: 2, phone: 2 },
    async answer({ page, word, emails, press, type }) {
      await press(findAnyone(page))
      await type(search(page), `aisha's cafe ${word}`)
      await expect(page.getByText('3 people found')).toBeVisible()
      await expect(row(page, emails[0]!)).toBeVisible()
    },
  },
  {
    asks: 'Why is somebody at their position, who brought them, and whom did they bring?',
    presses: { desktop: 3, phone: 3 },
    async answer({ page, emails, press, type }) {
      await press(findAnyone(page))
      await type(search(page), emails[0]!)
      await press(row(page, emails[0]!).getByText('Barber'))
      const history = page.getByRole('dialog').getByRole('region', { name: 'History' })
      await expect(history).toContainText('Joined at')
      await expect(history).toContainText(`${emails[2]} joined via their link`)
      await expect(history).toContainText('Now at')
    },
  },
  {
    asks: 'What did somebody write under Other?',
    presses: { desktop: 3, phone: 3 },
    async answer({ page, emails, word, press, type }) {
      await press(findAnyone(page))
      await type(search(page), `noshow ${word}`)
      await press(row(page, emails[1]!).getByText('Barber'))
      await expect(page.getByRole('dialog').getByRole('region', { name: 'Challenges' })).toContainText('Noshow')
    },
  },
]

const ABOUT_THE_LIST: Question[] = [
  {
    asks: 'Which source brings most people?',
    presses: { desktop: 0, phone: 0 },
    async answer({ page, word }) {
      const sources = page.getByRole('region', { name: 'Where sign-ups come from' })
      await expect(sources.getByRole('row', { name: `source-${word}` })).toBeVisible()
    },
  },
  {
    asks: 'What would the people of a source pay?',
    presses: { desktop: 2, phone: 2 },
    async answer({ page, word, press }) {
      const sources = page.getByRole('region', { name: 'Where sign-ups come from' })
      await press(sources.getByRole('button', { name: `source-${word}` }))
      await expect(page.getByText('3 people found')).toBeVisible()
      await press(page.getByRole('tab', { name: 'Pricing' }))
      await expect(
        page.getByRole('table', { name: 'Price ranges' }).getByRole('row', { name: '£10-£30' }),
      ).toContainText('3')
    },
  },
  {
    asks: 'Which barbers of a price brought friends?',
    presses: { desktop: 5, phone: 6 },
    async answer({ page, emails, press }) {
      await press(section(page, 'People'))
      await press(page.getByRole('button', { name: 'Filters', exact: true }))
      for (const [filter, choice] of [
        ['Industry', 'Barber'],
        ['Price Range', '£10-£30/month'],
        ['Friends', '1 or more'],
      ])
        await press(page.getByRole('group', { name: filter }).getByRole('button', { name: choice, exact: true }))
      const done = page.getByRole('button', { name: /^Done/ })
      if (await done.isVisible()) await press(done)
      await expect(row(page, emails[0]!)).toBeVisible()
    },
  },
  {
    asks: 'How many barbers joined, of all time?',
    presses: { desktop: 3, phone: 3 },
    async answer({ page, press }) {
      await press(section(page, 'Figures'))
      await press(page.getByRole('button', { name: 'All time' }))
      await press(page.getByRole('region', { name: 'Industry Distribution' }).getByRole('button', { name: 'Barber' }))
      await expect(page.getByText(/people found/)).toBeVisible()
    },
  },
  {
    asks: 'Which day brought most people, and what is usual?',
    presses: { desktop: 1, phone: 1 },
    async answer({ page, press }) {
      await press(section(page, 'Figures'))
      await expect(page.getByRole('region', { name: 'Sign-ups per day' })).toContainText(/Busiest day .*Typical day: /)
    },
  },
  {
    asks: 'What do people write under Other?',
    presses: { desktop: 2, phone: 2 },
    async answer({ page, word, press }) {
      await press(section(page, 'Figures'))
      await press(page.getByRole('tab', { name: 'Own Words' }))
      const written = page.getByRole('region', { name: 'Challenges: Other' })
      await expect(written.getByRole('listitem').filter({ hasText: `Noshow ${word}` })).toBeVisible()
    },
  },
  {
    asks: 'Has anybody written to us?',
    presses: { desktop: 1, phone: 1 },
    async answer({ page, press }) {
      await press(section(page, 'Messages'))
      await expect(page.getByRole('button', { name: /^To answer \d/ })).toBeVisible()
    },
  },
  {
    asks: 'What have we done to people, and can it be undone?',
    presses: { desktop: 2, phone: 2 },
    async answer({ page, device, press, choose }) {
      await press(section(page, 'Settings'))
      if (device === 'phone') await choose(page.getByLabel('Page of the settings'), 'Activity')
      else await press(page.getByRole('link', { name: 'Activity' }))
      await expect(page.getByRole('heading', { name: 'Activity' })).toBeFocused()
    },
  },
]

for (const [device, viewport, tag] of [
  ['desktop', { width: 1280, height: 800 }, '@long'],
  ['phone', { width: 360, height: 740 }, []],
] as ['desktop' | 'phone', { width: number; height: number }, '@long' | []][]) {
  for (const [subject, questions] of [
    ['people', ABOUT_PEOPLE],
    ['the list', ABOUT_THE_LIST],
  ] as const) {
    test(
      `questions of an owner about ${subject} are answered with few presses, on a ${device}`,
      { tag },
      async ({ page, request, startWith }) => {
        // On the shared list, the people of other tests would be among the most.
        await startWith()
        const people = await joinThree(request)
        await page.setViewportSize(viewport)
        await openDashboard(page, '/admin')
        for (const { asks, presses, answer } of questions) {
          await page.goto('/admin')
          let pressed = 0
          await test.step(asks, () =>
            answer({
              page,
              device,
              ...people,
              press(target) {
                pressed += 1
                return target.click()
              },
              type(target, text) {
                pressed += 1
                return target.fill(text)
              },
              choose(target, label) {
                pressed += 1
                return target.selectOption(label)
              },
            }),
          )
          expect([asks, pressed]).toEqual([asks, presses[device]])
        }
      },
    )
  }
}

/** Joins three people of a salon. The last uses the first one's code, and the second types something under Other. */
async function joinThree(request: APIRequestContext): Promise<Pick<Owner, 'word' | 'emails'>> {
  const word = crypto.randomUUID().slice(0, 8)
  const emails = ['a', 'b', 'c'].map((letter) => freshEmail(`${word}-${letter}`))
  const all = { business_name: `Aïsha’s Café ${word}`, utm: { source: `source-${word}` } }
  const { referral_code } = await joinByApi(request, emails[0]!, all)
  await joinByApi(request, emails[1]!, { ...all, problems: ['Other'], other_problem: `Noshow ${word}` })
  await joinByApi(request, emails[2]!, { ...all, used_referral_code: referral_code })
  return { word, emails }
}
