import type { Page } from '@playwright/test'
import type { ActsPage } from '#shared/list/acts.ts'
import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { figure, openActivity, openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { translate } from './translation.ts'
import { ANSWERS, freshEmail, joinByApi } from './visitor.ts'

const FARM = 40
const PEOPLE_BEFORE = 5

/** A program's friends: sub-addresses, throw-away mailboxes, and addresses that cannot exist. */
function botEmail(index: number): string {
  return [`dave+${index}@example.com`, `bot${index}@mailinator.com`, `bot${index}@yopmail.com`, `bot${index}@5`][
    index % 4
  ]!
}

/** Opens Review on a list with a farm, as an owner whose browser moves texts. */
async function openWithFarm(page: Page, address: string) {
  const { request } = page
  for (let index = 0; index < PEOPLE_BEFORE; index += 1) await joinByApi(request, freshEmail('before'))
  const cheater = freshEmail('cheater')
  const { referral_code } = await joinByApi(request, cheater)
  await joinAsFarm(address, referral_code)
  // Accepting and rejecting change what stands beside texts.
  await translate(page, 'moved')
  await openDashboard(page, '/admin/people/review?range=all')
  const group = page.getByRole('article', { name: new RegExp(`^${FARM} friends of .?${cheater}`) })
  await expect(group).toBeVisible()
  return { cheater, code: referral_code, group }
}

test('a farm is explained on one screen, rejected once the owner has confirmed it, and brought back', async ({
  page,
  place,
  startWith,
}) => {
  await startWith()
  const { cheater, code, group } = await openWithFarm(page, place.address)
  await expect(group.getByRole('button', { name: cheater, exact: true })).toBeVisible()
  await expect(
    group.getByText('None of them counts yet. Accepting the 40 who wait moves their inviter to #1.'),
  ).toBeVisible()
  for (const number of ['40 have a mark', '40 do not count yet', '10 have addresses at'])
    await expect(group.getByRole('button', { name: new RegExp(`^${number}`) })).toBeVisible()
  await expectSound(page)

  await group.getByRole('button', { name: /^Reject these 40: 40 friends of/ }).click()
  const asked = page.getByRole('dialog', { name: /^Reject 40 friends of/ })
  await expect(asked.getByText('40 people on the list change.')).toBeVisible()
  await expectSound(page)
  await asked.getByRole('button', { name: 'Reject these 40' }).click()
  const done = page.getByRole('status').filter({ hasText: /Rejected: 40 friends of .?cheater/ })
  const undo = done.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await expect(page.getByText('No one to check.')).toBeVisible()
  await expect(undo).toBeFocused()

  // The log names the group.
  await openActivity(page)
  await expect(page.getByText(`40 friends of ${code}, under Review`)).toBeVisible()
  const release = await holdUndo(page)
  await page.getByRole('button', { name: 'Undo: Rejected' }).click()
  const undone = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Undone: rejected' }) })
  await expect(undone.getByRole('progressbar')).toBeVisible()
  // The log shows the progress of the undo, so no notice does.
  await expect(page.getByText('In progress')).toHaveCount(0)
  await release()
  await expect(undone.getByRole('progressbar')).toBeHidden()
  await page.getByRole('link', { name: /^People/ }).click()
  await page.getByRole('link', { name: /^To check/ }).click()
  await expect(group).toBeVisible()
})

test('figures leave out doubtful people, a domain is refused until its rule ends, and one of the friends is rejected', async ({
  page,
  place,
  startWith,
}) => {
  await startWith()
  const { group } = await openWithFarm(page, place.address)
  await page.getByRole('link', { name: 'Figures' }).click()
  await expect(page.getByText('Includes 40 doubtful')).toBeVisible()
  await page.getByRole('button', { name: 'Leave out' }).click()
  await expect(figure(page, 'Total Sign-ups')).toHaveText(String(PEOPLE_BEFORE + 1))
  await expectSound(page)
  await page.getByRole('link', { name: /^People/ }).click()
  await page.getByRole('link', { name: /^To check/ }).click()

  await group.getByRole('button', { name: /^10 have addresses at/ }).click()
  await group.getByRole('button', { name: /^Refuse/ }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('10 people on the list change.')).toBeVisible()
  await expectSound(page)
  await question.getByRole('button', { name: /^Refuse/ }).click()
  await page.getByRole('button', { name: /^End: Refuse/ }).click()
  await expect(page.getByText('None yet.')).toBeVisible()
  await page
    .getByRole('article')
    .getByRole('button', { name: /^40 in all/ })
    .click()
  await group.getByRole('button', { name: 'bot1@mailinator.com', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Marks' })).toContainText('uses a throw-away mailbox')
  await page.keyboard.press('Escape')
  await group.getByRole('button', { name: 'Reject dave+0@example.com' }).click()
  await expect(page.getByRole('article', { name: /^39 friends of/ })).toBeVisible()
})

test(
  'a person who is decided about keeps their row, so that a second press decides about nobody else',
  { tag: '@long' },
  async ({ page, startWith }) => {
    await startWith()
    // Tall enough for the whole group.
    await page.setViewportSize({ width: 1280, height: 1200 })
    const { request } = page
    const { referral_code } = await joinByApi(request, freshEmail('inviter'))
    const friends = [0, 1, 2].map((index) => freshEmail(`friend-${index}`))
    for (const email of friends) await joinByApi(request, email, { used_referral_code: referral_code })
    await openDashboard(page, '/admin/people/review')
    const listed = await request.get('/api/admin/entries', { params: { range: 'all', q: 'friend-' } })
    const ids = ((await listed.json()) as { entries: { id: string }[] }).entries.map(({ id }) => id)
    await request.post('/api/admin/acts', { data: { kind: 'hold', select: { ids } } })

    const group = (count: string) => page.getByRole('article', { name: new RegExp(`^${count} of .?inviter`) })
    await expect(group('3 friends')).toBeVisible()
    await expect(page.getByRole('button', { name: /^3 have a mark/ })).toBeVisible()
    await page.getByRole('button', { name: /^3 in all/ }).click()
    const rows = page
      .locator('.held-people')
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^friend-/ }) })
    await expect(rows).toHaveCount(3)
    const order = await rows.getByRole('button', { name: /^friend-/ }).allTextContents()
    const places = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))
    const before = await places()
    const [first, second, third] = order as [string, string, string]

    const reject = (await page.getByRole('button', { name: `Reject ${first}` }).boundingBox())!
    const press = (clickCount = 1) =>
      page.mouse.click(reject.x + reject.width / 2, reject.y + reject.height / 2, { clickCount })
    await press(2)
    await expect(page.getByRole('status').getByText(`Rejected: ${first}`)).toBeVisible()
    await expect(group('2 friends')).toBeVisible()
    await expect(page.getByRole('button', { name: `Rejected ${first}`, exact: true })).toBeFocused()
    expect(await places()).toEqual(before)
    await press()
    await page.keyboard.press('Enter')
    await expect(rows.getByRole('button', { name: /^friend-/ })).toHaveText(order)
    await expectSound(page)

    await page.getByRole('button', { name: `Undo: Rejected ${first}` }).click()
    await expect(group('3 friends')).toBeVisible()
    await page.getByRole('button', { name: `Accept ${first}` }).click()
    await expect(page.getByRole('button', { name: `Accepted ${first}`, exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Reject ${second}` }).click()
    await expect(page.getByRole('button', { name: `Rejected ${second}`, exact: true })).toBeVisible()
    // A fully decided group stays too, so that no other group takes its place.
    await page.getByRole('button', { name: `Reject ${third}` }).click()
    await expect(page.getByRole('button', { name: `Undo: Rejected ${third}` })).toBeVisible()
    await expect(page.getByText('No one to check.')).toBeVisible()
    expect(await places()).toEqual(before)
    await page.getByRole('button', { name: /^3 in all/ }).click()
    await expect(page.getByRole('article')).toHaveCount(0)
  },
)

async function joinAsFarm(address: string, code: string) {
  const joinOne = async (index: number) => {
    const answer = await fetch(`${address}/api/waitlist/entries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ANSWERS, email: botEmail(index), used_referral_code: code, elapsed_ms: 300 }),
    })
    expect(answer.status).toBe(201)
  }
  await Promise.all(Array.from({ length: FARM }, (_, index) => joinOne(index)))
}

test(
  'two people on Review see at once who has decided, and nothing moves under their hands',
  { tag: '@long' },
  async ({ page, browser, place, startWith }) => {
    await startWith()
    const { request } = page
    const { referral_code } = await joinByApi(request, freshEmail('inviter'))
    for (const index of [0, 1, 2])
      await joinByApi(request, freshEmail(`shared-${index}`), { used_referral_code: referral_code })
    await openDashboard(page, '/admin/people/review')
    const listed = await request.get('/api/admin/entries', { params: { range: 'all', q: 'shared-' } })
    const ids = ((await listed.json()) as { entries: { id: string }[] }).entries.map(({ id }) => id)
    await request.post('/api/admin/acts', { data: { kind: 'hold', select: { ids } } })
    const colleague = await (await browser.newContext({ baseURL: place.address })).newPage()
    await openDashboard(colleague, '/admin/people/review')

    const friend = /^Reject shared-0/
    for (const screen of [page, colleague]) await screen.getByRole('button', { name: /^3 in all/ }).click()
    const later = colleague.getByRole('button', { name: /^Reject shared-2/ })
    const before = await later.boundingBox()
    await page.getByRole('button', { name: friend }).click()
    await expect(colleague.getByText(/^You, on another screen: Rejected/)).toBeVisible()
    await expect(colleague.getByText('Rejected by you')).toBeVisible()
    expect(await later.boundingBox()).toEqual(before)
    await expectSound(colleague)

    // Rejects the rest in one act, while the colleague looks at the whole group.
    for (const screen of [page, colleague]) await screen.getByRole('button', { name: /^3 in all/ }).click()
    await page.getByRole('button', { name: /^Reject these 2: 2 friends of/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject these 2' }).click()
    const over = colleague.getByRole('article').filter({ hasText: 'Rejected by you' })
    await expect(over).toBeVisible()
    // The colleague can no longer decide about this group.
    await expect(over.getByRole('button', { name: /^(Reject|Accept)/ })).toHaveCount(0)
    await expectSound(colleague)
    await colleague.context().close()
  },
)

/** Makes the page see the undo as running until it is released: the real one may end before the page looks. */
async function holdUndo(page: Page) {
  const log = /\/api\/admin\/acts(\?|$)/
  await page.route(log, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const { acts, ...rest } = (await response.json()) as ActsPage
    const held = acts.map((act) => (act.undoes ? { ...act, state: 'running', finished_at: null } : act))
    return route.fulfill({ response, json: { ...rest, acts: held } })
  })
  return () => page.unrouteAll({ behavior: 'wait' })
}
