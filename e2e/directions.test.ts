import type { Locator } from '@playwright/test'
import { contactMail } from '../src/emails/contact-mail.ts'
import type { LaunchDay } from '#shared/list/launch-day.ts'
import { expect, test } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { fakePlace, serve } from './places.ts'
import { freshEmail, joinByApi } from './visitor.ts'

/** Names that change the text direction, with their last words. The second ends an isolate, and then overrides. */
const NAMES: [what: string, name: string, end: string, tag?: '@long'][] = [
  ['an override', 'fade\u202E to grace', 'grace'],
  ['the end of an isolation, and an override', 'fade\u2069\u202E to grace', 'grace', '@long'],
  ['another paragraph', 'fade\u2029\u202E to grace', 'grace', '@long'],
  ['Hebrew', 'סלון 7 דנה', 'דנה', '@long'],
  ['Arabic', 'صالون ٣ ليلى', 'ليلى', '@long'],
]

for (const [what, name, end, tag = []] of NAMES) {
  test(
    `text with ${what} does not move the text of ours beside it`,
    { tag },
    async ({ page, request, expectConsole }) => {
      // Pages that block scripts, such as the frame of a mail, block Playwright's too.
      expectConsole(/sandboxed/)
      const word = crypto.randomUUID().slice(0, 8)
      const email = `${name.replaceAll(/\s/g, '-')}-${freshEmail(word)}`
      await joinByApi(request, email, { business_name: name, utm: { source: name, medium: name } })
      await openDashboard(page, `/admin/figures?tab=submissions&range=all&q=${word}&source=${encodeURIComponent(name)}`)

      const chip = page.getByRole('region', { name: 'Filtered by' }).getByRole('listitem').filter({ hasText: 'Source' })
      await expectOrder(chip, ['Source:', end, 'svg'])
      await page.getByRole('button', { name: /^View details/ }).click()
      const profile = page.getByRole('dialog')
      await expectOrder(profile.getByRole('paragraph').filter({ hasText: 'Their link included' }), [
        'Their link',
        'source',
        end,
        'medium',
        end,
        '.',
      ])
      await profile.getByRole('button', { name: 'Erase' }).click()
      await expectOrder(profile.getByRole('region', { name: 'Erase this person' }).getByRole('paragraph'), [
        'Erase',
        end,
        '? ',
      ])

      await page.goto('/admin/invites')
      await page.getByRole('button', { name: 'New wave' }).click()
      await page.getByPlaceholder('Search submissions...').fill(word)
      const next = page.getByRole('region', { name: 'Who is next' }).getByRole('listitem')
      await expect(next).toHaveCount(1)
      const place = /^\d+\w\w/.exec((await next.textContent())!)![0]
      await expectOrder(next, [place, end, ' · Barber'])

      await page.route('**/api/admin/launch-day', (route) => route.fulfill({ json: dayOf({ email, name }) }))
      await page.goto('/admin/invites?wave=day')
      const accepted = page
        .getByRole('log', { name: 'Just accepted' })
        .getByRole('paragraph')
        .filter({ hasText: /^#12/ })
      await expectOrder(accepted, ['#12', 'from', end, '4', ' friends'])

      await serve(page, fakePlace({ email, waiting_change: { email, asked_at: new Date().toISOString() } }))
      await page.goto('/place#any')
      await expectOrder(page.locator('.place-who'), ['For', end, 'Not you?'])
      await expectOrder(page.getByRole('status').filter({ hasText: /^If nobody on the list has/ }), [
        'If nobody',
        end,
        ', our mail',
      ])

      const { html } = contactMail({ name, email, message: name, canAnswer: false })
      await page.route('**/mail', (route) => route.fulfill({ body: html, contentType: 'text/html' }))
      await page.goto('/mail')
      await expectOrder(page.getByText(/^\s*To answer/), ['To answer', end, '. Not every'])
    },
  )
}

/** A day on which this person has accepted. */
function dayOf({ email, name }: { email: string; name: string }): LaunchDay {
  const at = new Date().toISOString()
  const stages = { waiting: 0, sent: 0, opened: 0, accepted: 1, ended: 0, called_back: 0, dropped: 0 }
  const sums = { ...stages, unpaced: 0, vacant: 0 }
  const wave = { id: 'w', seats: 1, filters: {}, has_search: false, sends_at: at, per_hour: null, ready_at: at }
  const entry = { id: 'p', email, business_name: name }
  return {
    at,
    sums,
    waves: [{ ...wave, ...sums, paced_until: null }],
    accepted: [
      {
        id: 'i',
        entry,
        industry: 'Barber',
        position: 12,
        referrals: 4,
        source: name,
        sent_at: at,
        accepted_at: at,
        is_redeemed: true,
      },
    ],
    mail: {
      leaving: 0,
      held: 0,
      retrying: 0,
      next_at: null,
      last_minute: 0,
      failed: 0,
      most_per_hour: 100,
      problems: [],
      paused_until: null,
      held_at: null,
    },
    product: null,
    gaps: [],
  }
}

/**
 * Asserts that these parts of a text, or its drawing ('svg'), are on the screen in this order, in one line or in lines
 * below each other.
 */
async function expectOrder(text: Locator, parts: string[]) {
  await expect(text).toBeVisible()
  const places = await text.evaluate((element, parts) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    let from = 0
    return parts.map((part) => {
      if (part === 'svg') return element.querySelector('svg')!.getBoundingClientRect().toJSON() as DOMRect
      const index = texts.findIndex((text, index) => index >= from && text.data.includes(part))
      if (index < 0) throw new Error(`'${part}' is not in '${element.textContent}'`)
      from = index
      const start = texts[index]!.data.lastIndexOf(part)
      const range = document.createRange()
      range.setStart(texts[index]!, start)
      range.setEnd(texts[index]!, start + part.length)
      return range.getBoundingClientRect().toJSON() as DOMRect
    })
  }, parts)
  for (const [index, place] of places.entries()) {
    const before = places[index - 1]
    if (!before) continue
    const isBelow = place.top >= before.bottom - 1
    expect.soft(isBelow || place.left >= before.right - 1, `${parts[index]} after ${parts[index - 1]}`).toBe(true)
  }
}
