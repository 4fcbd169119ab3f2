import { text } from 'node:stream/consumers'
import type { Page, Route } from '@playwright/test'
import { addDays, dayOf } from '#shared/values/days.ts'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { invitationToken } from '../test/people/wave-owner.ts'
import type { FakeSmtp } from '../test/services/fake-smtp.ts'
import type { ReceivedMail } from '../test/services/read-mail.ts'
import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { openDashboard } from './owner.ts'
import { PRODUCT_SECRET } from './product.ts'
import { expectSound } from './sound.ts'
import { ANSWERS, freshEmail, joinByApi } from './visitor.ts'
import { ROUTES } from '#shared/routes.ts'

// The browser is in New York, and the owner of the list in London.
test.use({ timezoneId: 'America/New_York' })

const SUBJECT = 'Come in, we saved you a chair'

/** Joins four people, and finds the mails that invite them. */
async function joinFour(page: Page, smtp: FakeSmtp) {
  const people = [freshEmail('a'), freshEmail('b'), freshEmail('c'), freshEmail('d')]
  for (const email of people) await joinByApi(page.request, email)
  const inviting = (email: string) => smtp.mails.find(({ to, subject }) => to[0] === email && subject === SUBJECT)
  const bothInvited = () => expect.poll(() => inviting(people[0]!) && inviting(people[1]!)).toBeDefined()
  return { people, inviting, bothInvited }
}

/** Invites the next two as a signed-in owner. */
async function inviteTwo(page: Page) {
  const data = { kind: 'wave', select: { filters: { range: 'all' }, count: 2 }, subject: SUBJECT, text: 'Come in.' }
  expect((await page.request.post(ROUTES.acts.path, { data })).status()).toBe(202)
}

/** Accepts an invitation as its button does, and redeems it as the product does. */
async function accept(page: Page, mail: ReceivedMail) {
  const headers = { authorization: `Bearer ${invitationToken(mail)}` }
  const { redirect } = await (await page.request.post('/api/invitation/accept', { headers })).json()
  return redeem(page, redirect)
}

/** Learns who came to this address of the product. */
async function redeem(page: Page, url: string) {
  const redeemed = await page.request.post('/api/invitation-redemptions', {
    data: { token: new URL(url).searchParams.get('invitation') },
    headers: { authorization: `Bearer ${PRODUCT_SECRET}` },
  })
  return redeemed.json()
}

test('a wave is written with its mail, shows who is next, asks before it begins, and says when no answer comes', async ({
  page,
  outside: { smtp },
  startWith,
  expectConsole,
}) => {
  // Mails are shown in a frame that blocks scripts, and Playwright adds scripts to every frame.
  expectConsole(/sandboxed/)
  await startWith('smtp', 'product')
  const { people } = await joinFour(page, smtp)
  await page.clock.install()
  await openDashboard(page, '/admin/invites')
  await expect(page.getByText('Nobody has been invited yet. A wave')).toBeVisible()
  await page.getByRole('button', { name: 'New wave' }).click()
  await page.getByLabel('How many').fill('2')
  const line = page.getByRole('region', { name: 'Who is next' })
  await expect(line.getByText('2 people would be invited.')).toBeVisible()
  await expect(line.getByRole('listitem')).toHaveText([/^1st.*a-/s, /^2nd.*b-/s])
  await page.getByPlaceholder('Search submissions...').fill(people[3]!)
  await expect(page.getByRole('button', { name: `Invite 1 person (“${people[3]}”)...` })).toBeVisible()
  // The form's search stays in the form: the other sections keep their own.
  await expect(page).not.toHaveURL(/[?&]q=/)
  await page.getByPlaceholder('Search submissions...').fill('')
  // Without the frame of the mail, which may not run the scripts of the check.
  await page.getByLabel('Subject').fill('')
  await expect(page.getByText('Write a subject and a message to see the email.')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Subject').fill(SUBJECT)
  await page.getByLabel('Send a test to').fill('owner@example.com')
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Sent to owner@example.com.')).toBeVisible()
  const drawn = page.frameLocator('iframe')
  await expect(drawn.getByRole('heading', { name: site().mails.invitation.title })).toBeVisible()
  // Too long a text for a preview that sends the text in its address.
  const long = '日本'.repeat(950)
  const letter = page.getByLabel('Message (the button is added for you)')
  await letter.fill(`${long}\n\nEnd`)
  await expect(drawn.getByText('End', { exact: true })).toBeVisible()
  await expect(drawn.getByText(long)).toBeVisible()
  await letter.fill(site().mails.invitation.text)
  await page.getByLabel('Refill unclaimed spots').check()
  const invite = page.getByRole('button', { name: 'Invite 2 people...' })
  await page.getByRole('button', { name: 'Later' }).click()
  const later = page.getByLabel('Start sending (London time)')
  await later.fill('2020-02-03T10:00')
  await expect(page.getByText('This time is in the past.')).toBeVisible()
  await expect(invite).toBeDisabled()
  const tomorrow = addDays(dayOf(new Date(), 'Europe/London'), 1)
  await later.fill(`${tomorrow}T10:05`)
  await page.getByLabel('Send no more than').fill('-5')
  await expect(page.getByText('Enter 1 or more, or leave it empty for no limit.')).toBeVisible()
  await expect(invite).toBeDisabled()
  await page.getByLabel('Send no more than').fill('500')
  await invite.click()
  await expect(page.getByRole('dialog', { name: 'Invite 2 people?' })).toContainText(
    new RegExp(
      `go out from .*${tomorrow.slice(0, 4)} at 10:05 London time \\(.* at 0[56]:05 here\\), at most 500 an hour`,
    ),
  )
  expectConsole(/Failed to load resource|can’t be reached/)
  await page.route('**/api/admin/acts', (route) => route.abort())
  const lostAct = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/admin/acts'))
  await page.getByRole('dialog', { name: 'Invite 2 people?' }).getByRole('button', { name: 'Invite' }).click()
  const { sends_at } = (await lostAct).postDataJSON()
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/London' })
  expect(clock.format(new Date(sends_at))).toBe(`${tomorrow} 10:05`)
  // The dashboard asks again by itself, and says so when no answer comes.
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(page.getByText(/^The server didn’t answer/)).toBeVisible({ timeout: 100 })
  }).toPass()
})

test('a wave is made while the owner begins another one, and a person takes their seat', async ({
  page,
  outside: { smtp },
  startWith,
  expectConsole,
}) => {
  expectConsole(/sandboxed/)
  await startWith('smtp', 'product')
  const { people, inviting, bothInvited } = await joinFour(page, smtp)
  await openDashboard(page, '/admin/invites')
  await page.getByRole('button', { name: 'New wave' }).click()
  await page.getByLabel('How many').fill('2')
  await page.getByLabel('Subject').fill(SUBJECT)
  await page.getByRole('button', { name: 'Invite 2 people...' }).click()
  const held = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await held.promise
    await route.continue()
  }
  await page.route('**/api/admin/acts', hold, { times: 1 })
  const asked = page.waitForRequest('**/api/admin/acts')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await asked

  // It is made late, when the owner has begun another one.
  await page.getByRole('button', { name: 'All waves' }).click()
  await page.getByRole('button', { name: 'New wave' }).click()
  await page.getByLabel('Subject').fill('The second wave')
  const listed = page.waitForResponse(/\/acts\/[\w-]{36}/).then(() => page.waitForResponse('**/api/admin/waves*'))
  held.resolve()
  await listed
  await expect(page.getByLabel('Subject')).toHaveValue('The second wave')
  await page.getByRole('button', { name: 'All waves' }).click()
  await expect(page.getByRole('heading', { name: 'The next 2 in line' })).toBeVisible()
  await bothInvited()

  const token = invitationToken(inviting(people[0]!)!)
  await page.goto(`/invitation#${token}`)
  await expect(page.getByRole('heading', { level: 1, name: site().seat.open.title })).toBeFocused()
  await expect(page).toHaveURL('/invitation')
  await expectSound(page)
  await page.getByRole('button', { name: site().seat.open.button }).click()
  await expect(page).toHaveURL(/\/contact\?invitation=/)
  expect(await redeem(page, page.url())).toMatchObject({ email: people[0] })
  await page.goto('/invitation')
  await expect(page.getByRole('heading', { level: 1, name: site().seat.accepted.title })).toBeVisible()
})

test('the launch day on a phone shows who accepts, in the time of the owner and of the phone, and goes on after a failure', async ({
  page,
  outside: { smtp },
  startWith,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|can’t be reached/)
  await startWith('smtp', 'product')
  const { people, inviting, bothInvited } = await joinFour(page, smtp)
  await page.setViewportSize({ width: 360, height: 740 })
  // It is offered from the first wave on, and until then its page says so.
  await openDashboard(page, '/admin/invites?wave=day')
  await expect(page.getByText('No one has been invited yet. After your first wave,')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'All waves' }).click()
  await expect(page.getByRole('button', { name: 'New wave' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Launch day' })).toHaveCount(0)
  await inviteTwo(page)
  await bothInvited()
  await page.goto('/admin/invites?wave=day')
  await expect(page.getByText('Of 2 invited. 2 spots are still open.')).toBeVisible()
  await expect(page.getByText('Nothing. All emails are sent, and everyone who accepted has arrived.')).toBeVisible()

  await accept(page, inviting(people[0]!)!)
  await expect(page.getByRole('heading', { name: '1 accepted' })).toBeVisible()
  const came = page.getByRole('log', { name: 'Just accepted' }).getByRole('listitem')
  await expect(came).toHaveText([/Fade to Grace.*a-.*#1.*in your product/s])
  await expectSound(page)
  // Future times are shown in the owner's time zone and in the device's.
  const paced_until = new Date(Date.now() + 3_600_000)
  await page.route('**/api/admin/launch-day', async (route) => {
    const day = await (await route.fetch()).json()
    const [wave] = day.waves
    await route.fulfill({ json: { ...day, waves: [{ ...wave, waiting: 1, paced_until }] } })
  })
  const refresh = () => page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await refresh()
  const [inLondon, here] = ['Europe/London', 'America/New_York'].map((timeZone) =>
    paced_until.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone }),
  )
  await expect(page.getByText(`done at ${inLondon} London time (${here} here) at the earliest`)).toBeVisible()
  await expectSound(page)
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/admin/launch-day', (route) => route.abort())
  await refresh()
  const lost = page.getByText('The server can’t be reached. Trying again...')
  await expect(lost).toBeVisible()
  await expect(came).toHaveCount(1)
  await page.unroute('**/api/admin/launch-day')
  await refresh()
  await expect(lost).toBeHidden()
  await page.getByRole('button', { name: 'The next 2 in line' }).click()
  await expect(page).toHaveURL(/wave=[0-9a-f-]{36}/)
})

test('what came of a wave is on the places of the people behind, in their list and in its file', async ({
  page,
  outside: { smtp },
  startWith,
}) => {
  await startWith('smtp', 'product')
  const { people, inviting, bothInvited } = await joinFour(page, smtp)
  await openDashboard(page, '/admin/invites')
  await inviteTwo(page)
  await bothInvited()
  await accept(page, inviting(people[0]!)!)

  // The people behind moved up in line, but keep their positions.
  const welcome = smtp.mails.find(({ to }) => to[0] === people[2])!
  await page.goto(/\S+\/place#\S+/.exec(welcome.text)![0])
  await expect(page.getByText('1st', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(fill(site().place.history.letIn, { people: 2 }))).toBeVisible()
  const invited = smtp.mails.find(({ to, text }) => to[0] === people[1] && text.includes('/place#'))!
  await page.goto(/\S+\/place#\S+/.exec(invited.text)![0])
  await expect(page.getByText(site().place.invited.title)).toHaveCount(1)
  await expect(page.getByText(site().thankYou.sharing.title)).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('button', { name: site().place.invited.button }).click()
  await expect(page.getByRole('heading', { level: 1, name: site().seat.open.title })).toBeVisible()

  await page.goto('/admin/invites')
  await page.getByRole('button', { name: /^See the people/ }).click()
  await page.getByRole('button', { name: /^Send again/ }).click()
  const again = page.getByRole('dialog', { name: 'Send it again to everyone who hasn’t opened it?' })
  await expect(again.getByRole('listitem').first()).toHaveText('0 people get it.')
  await expectSound(page)
  await again.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Accepted' }).click()
  const accepted = page.getByRole('region', { name: 'People' }).getByRole('listitem')
  await expect(accepted).toHaveCount(1)
  await expectSound(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV: Accepted' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^wave-\d{4}-\d\d-\d\d-accepted\.csv$/)
  const emails = (await text(await file.createReadStream())).matchAll(/^"([^"@]+@[^"]+)"/gm)
  expect(Array.from(emails, ([, email]) => email)).toEqual([people[0]])
  await accepted.getByRole('button').click()
  await expect(page.getByRole('dialog').getByText('Accepted', { exact: true })).toBeVisible()
})

test('a wave with words in half a language is not sent, and says which words are missing', async ({
  page,
  startWith,
  expectConsole,
}) => {
  expectConsole(/sandboxed/)
  await startWith('smtp', 'product', 'german')
  const data = { ...ANSWERS, email: freshEmail('a') }
  expect((await page.request.post(`/de${ROUTES.join.path}`, { data })).ok()).toBe(true)
  await openDashboard(page, '/admin/invites')
  await page.getByRole('button', { name: 'New wave' }).click()
  const invite = page.getByRole('button', { name: 'Invite 1 person...' })
  await expect(invite).toBeEnabled()

  await page.getByRole('button', { name: 'German 1' }).click()
  await page.getByLabel('Subject').fill('Dein Stuhl ist frei')
  await expect(page.getByText('The email in German needs a message.')).toBeVisible()
  await expect(page.getByText('1 person who reads German will get it in English')).toBeVisible()
  await expect(invite).toBeDisabled()

  await page.getByLabel('Message (the button is added for you)').fill('Komm herein.')
  await expect(page.getByText('Everyone gets it in their own language.')).toBeVisible()
  await expect(invite).toBeEnabled()
  await expect(page.getByText('needs a message')).toBeHidden()
})
