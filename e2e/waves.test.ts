import { text } from 'node:stream/consumers'
import type { Route } from '@playwright/test'
import { addDays, dayOf } from '#shared/values/days.ts'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { invitationToken } from '../test/people/wave-owner.ts'
import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { openDashboard } from './owner.ts'
import { PRODUCT_SECRET } from './product.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

// The browser is in New York, and the owner of the list in London.
test.use({ timezoneId: 'America/New_York' })

test('a wave is made with its mail, a person takes their seat, and everybody sees what came of it', async ({
  page,
  outside: { smtp },
  startWith,
  expectConsole,
}) => {
  test.slow()
  // Mails are shown in a frame that blocks scripts, and Playwright adds scripts to every frame.
  expectConsole(/sandboxed/)
  await startWith('smtp', 'product')
  const people = [freshEmail('a'), freshEmail('b'), freshEmail('c'), freshEmail('d')]
  for (const email of people) await joinByApi(page.request, email)
  await openDashboard(page, '/admin?view=waves')
  await expect(page.getByText('Nobody has been invited yet. A wave')).toBeVisible()
  // Launch day is offered from the first wave on, and until then its page says so.
  await expect(page.getByRole('button', { name: 'Launch day' })).toHaveCount(0)
  await page.goto('/admin?view=waves&wave=day')
  await expect(page.getByText('Nobody has been invited yet. After the first wave,')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'All waves' }).click()
  await page.getByRole('button', { name: 'New wave' }).click()
  await page.getByLabel('How many').fill('2')
  const line = page.getByRole('region', { name: 'Who is next' })
  await expect(line.getByText('2 people would be invited.')).toBeVisible()
  await expect(line.getByRole('listitem')).toHaveText([/^1st.*a-/s, /^2nd.*b-/s])
  await page.getByPlaceholder('Search submissions...').fill(people[3]!)
  await expect(page.getByRole('button', { name: `Invite 1 person (“${people[3]}”)...` })).toBeVisible()
  await page.getByPlaceholder('Search submissions...').fill('')
  // Without the frame of the mail, which may not run the scripts of the check.
  await page.getByLabel('Subject').fill('')
  await expect(page.getByText('A mail needs a subject and a text.')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Subject').fill('Come in, we saved you a chair')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Which address is yours?')).toBeVisible()
  await page.getByLabel('Send yourself a test').fill('owner@example.com')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('The mail server took a test mail to owner@example.com.')).toBeVisible()
  const drawn = page.frameLocator('iframe')
  await expect(drawn.getByRole('heading', { name: site().mails.invitation.title })).toBeVisible()
  // Too long a text for a preview that sends the text in its address.
  const long = '日本'.repeat(950)
  const letter = page.getByLabel('Text. An empty line begins')
  await letter.fill(`${long}\n\nEnd`)
  await expect(drawn.getByText('End', { exact: true })).toBeVisible()
  await expect(drawn.getByText(long)).toBeVisible()
  await letter.fill(site().mails.invitation.text)
  await page.getByLabel('A seat that is not taken goes to the next in line').check()
  const invite = page.getByRole('button', { name: 'Invite 2 people...' })
  await page.getByRole('button', { name: 'Later' }).click()
  const later = page.getByLabel('They begin to leave (London time)')
  await later.fill('2020-02-03T10:00')
  await expect(page.getByText('This time is in the past.')).toBeVisible()
  await expect(invite).toBeDisabled()
  const tomorrow = addDays(dayOf(new Date(), 'Europe/London'), 1)
  await later.fill(`${tomorrow}T10:05`)
  await page.getByLabel('No more mails than').fill('-5')
  await expect(page.getByText('At least one mail, or empty for no limit.')).toBeVisible()
  await expect(invite).toBeDisabled()
  await page.getByLabel('No more mails than').fill('500')
  await invite.click()
  await expect(page.getByRole('dialog')).toContainText(
    new RegExp(
      `leave from .*${tomorrow.slice(0, 4)} at 10:05 London time \\(.* at 0[56]:05 here\\), at most 500 an hour`,
    ),
  )
  expectConsole(/Failed to load resource|could not be reached/)
  await page.route('**/api/admin/acts', (route) => route.abort())
  const lostAct = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/admin/acts'))
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  const { sends_at } = (await lostAct).postDataJSON()
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/London' })
  expect(clock.format(new Date(sends_at))).toBe(`${tomorrow} 10:05`)
  // The dashboard asks again by itself, and says so when no answer comes.
  await expect(page.getByText(/^The server did not answer/)).toBeVisible()
  await page.unroute('**/api/admin/acts')
  await page.getByRole('button', { name: 'Now' }).click()
  await page.getByLabel('No more mails than').fill('')
  await invite.click()
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
  const made = page.waitForResponse(/\/acts\/[\w-]{36}/)
  held.resolve()
  await made
  await page.waitForResponse('**/api/admin/waves*')
  await expect(page.getByLabel('Subject')).toHaveValue('The second wave')
  await page.getByRole('button', { name: 'All waves' }).click()
  await expect(page.getByRole('heading', { name: 'The next 2 in line' })).toBeVisible()
  const mailTo = (email: string) =>
    smtp.mails.find(({ to, subject }) => to[0] === email && subject === 'Come in, we saved you a chair')
  await expect.poll(() => mailTo(people[0]!) && mailTo(people[1]!)).toBeDefined()

  // The owner's phone shows the launch day meanwhile.
  const phone = await page.context().newPage()
  await phone.setViewportSize({ width: 360, height: 740 })
  await phone.goto('/admin?view=waves&wave=day')
  await expect(phone.getByText('Of 2 invited. 2 seats are still open.')).toBeVisible()
  await expect(phone.getByText('Nothing. Every mail has left, and everybody who accepted has arrived.')).toBeVisible()

  const token = invitationToken(mailTo(people[0]!)!)
  await page.goto(`/invitation#${token}`)
  await expect(page.getByRole('heading', { level: 1, name: site().seat.open.title })).toBeFocused()
  await expect(page).toHaveURL('/invitation')
  await expectSound(page)
  await page.getByRole('button', { name: site().seat.open.button }).click()
  await expect(page).toHaveURL(/\/contact\?invitation=/)
  const pass = new URL(page.url()).searchParams.get('invitation')
  const redeemed = await page.request.post('/api/invitation-redemptions', {
    data: { token: pass },
    headers: { authorization: `Bearer ${PRODUCT_SECRET}` },
  })
  expect(await redeemed.json()).toMatchObject({ email: people[0] })
  await page.goto('/invitation')
  await expect(page.getByRole('heading', { level: 1, name: site().seat.accepted.title })).toBeVisible()

  await expect(phone.getByRole('heading', { name: '1 accepted' })).toBeVisible()
  const came = phone.getByRole('log', { name: 'Just accepted' }).getByRole('listitem')
  await expect(came).toHaveText([/Fade to Grace.*a-.*#1.*in your product/s])
  await expectSound(phone)
  // Future times are shown in the owner's time zone and in the device's.
  const paced_until = new Date(Date.now() + 3_600_000)
  await phone.route('**/api/admin/launch-day', async (route) => {
    const day = await (await route.fetch()).json()
    const [wave] = day.waves
    await route.fulfill({ json: { ...day, waves: [{ ...wave, waiting: 1, paced_until }] } })
  })
  const [inLondon, here] = ['Europe/London', 'America/New_York'].map((timeZone) =>
    paced_until.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone }),
  )
  await expect(phone.getByText(`done at ${inLondon} London time (${here} here) at the earliest`)).toBeVisible()
  await expectSound(phone)
  await phone.unrouteAll({ behavior: 'wait' })
  await phone.route('**/api/admin/launch-day', (route) => route.abort())
  const lost = phone.getByText('The server cannot be reached. Trying again...')
  await expect(lost).toBeVisible()
  await expect(came).toHaveCount(1)
  await phone.unroute('**/api/admin/launch-day')
  await expect(lost).toBeHidden()
  await phone.getByRole('button', { name: 'The next 2 in line' }).click()
  await expect(phone).toHaveURL(/wave=[0-9a-f-]{36}/)
  await phone.close()

  // The people behind moved up in line, but keep their positions.
  const welcome = smtp.mails.find(({ to }) => to[0] === people[2])!
  await page.goto(/\S+\/place#\S+/.exec(welcome.text)![0])
  await expect(page.getByText(fill(site().place.line.title, { place: '1st' }), { exact: true })).toBeVisible()
  await expect(page.getByText(fill(site().place.history.letIn, { people: 2 }))).toBeVisible()
  const invited = smtp.mails.find(({ to, text }) => to[0] === people[1] && text.includes('/place#'))!
  await page.goto(/\S+\/place#\S+/.exec(invited.text)![0])
  await expect(page.getByText(site().place.invited.title)).toHaveCount(1)
  await expect(page.getByText(site().thankYou.sharing.title)).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('button', { name: site().place.invited.button }).click()
  await expect(page.getByRole('heading', { level: 1, name: site().seat.open.title })).toBeVisible()

  await page.goto('/admin?view=waves')
  await page.getByRole('button', { name: /^See the people/ }).click()
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
