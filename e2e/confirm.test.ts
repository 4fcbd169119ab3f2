import type { Locator, Page } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { until } from '../test/servers/process.ts'
import { sampleAnswers } from '../test/sample-answers.ts'
import { fakeSmtp } from '../test/services/fake-smtp.ts'
import type { ReceivedMail } from '../test/services/read-mail.ts'
import { settingsOf } from '../test/services/fake-services.ts'
import { expect, test as base } from './fixtures.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'
import { expectSound } from './sound.ts'
import { answer, freshEmail, heroForm, joinByApi, signUp, submit } from './visitor.ts'

/** A server where addresses must be confirmed, with a mail server. */
const test = base.extend<{
  smtp: Awaited<ReturnType<typeof fakeSmtp>>
  place: Awaited<ReturnType<typeof newOwnPlace>>
}>({
  // oxlint-disable-next-line no-empty-pattern
  smtp: async ({}, use) => {
    await using smtp = await fakeSmtp()
    await use(smtp)
  },
  // oxlint-disable-next-line no-empty-pattern
  place: async ({}, use) => {
    await using place = await newOwnPlace()
    await use(place)
  },
  baseURL: async ({ place, smtp }, use) => {
    const settings = settingsOf({ smtp }, { publicUrl: place.address })
    const env = { ...place.env, ...settings, CONFIRM_EMAIL: 'on', ADMIN_PASSWORD: OWNER_PASSWORD, RATE_LIMIT: 'off' }
    await using _server = await ownServer(env)
    await use(place.address)
  },
  page: async ({ page }, use) => {
    await use(page)
    // A page without its server would log errors.
    await page.close()
  },
})

function linkIn({ text }: ReceivedMail): string {
  return /\S+\/confirm#\S+/.exec(text)![0]
}

async function joinAs(page: Page, email: string) {
  await page.goto('/')
  await signUp(page, email)
  await answer(page)
  await submit(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeFocused()
}

test('from the form to the inbox, over a wrong address and another mail, to one’s own place', async ({
  page,
  smtp,
  expectConsole,
}) => {
  expectConsole(/400/)
  await page.clock.install()
  await page.setViewportSize({ width: 360, height: 740 })
  const wrong = freshEmail('wrong')
  await joinAs(page, wrong)
  await expect(page.getByText(wrong)).toBeVisible()
  await expect(page).toHaveURL('/check-inbox')
  await expectSound(page)

  // Home says that a mail waits, and leads back.
  await page.getByRole('link', { name: site().checkInbox.home }).click()
  const waiting = page.getByRole('link', { name: site().checkInbox.waiting.title })
  await expect(waiting).toContainText(wrong)
  await page.reload()
  await expectSound(page)
  await waiting.click()
  await expect(page).toHaveURL('/check-inbox')

  // The answers are still there.
  const right = freshEmail('right')
  await page.getByRole('button', { name: 'Wrong address?' }).click()
  await page.getByRole('button', { name: 'Change email' }).click()
  const field = page.getByLabel('Your email', { exact: true })
  await field.fill('@ada.cuts')
  await page.getByRole('button', { name: 'Save' }).click()
  await submit(page)
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(site().signUp.unreachable)
  await field.fill(`Ada <${right}>`)
  await page.getByRole('button', { name: 'Save' }).click()
  await submit(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeFocused()
  await expect(page.getByText(right)).toBeVisible()
  await page.clock.fastForward(31_000)
  await page.clock.resume()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText(site().checkInbox.sent)).toBeVisible()
  await expectSound(page)

  const mails = () => smtp.mails.filter(({ to }) => to.includes(right))
  await until(() => mails().length > 0)
  const tab = await page.context().newPage()
  await tab.goto(linkIn(mails()[0]!))
  await expect(tab.getByRole('heading', { name: site().confirm.sets.one })).toBeVisible()
  await tab.getByRole('button', { name: 'Yes, this is me' }).click()
  await expect(tab).toHaveURL('/place')
  await tab.close()
  // The waiting tab opens the place too, and deletes the stored form.
  await expect(page).toHaveURL('/place')
  await expect(page.getByText(right).first()).toBeVisible()
  expect(await page.evaluate(() => [sessionStorage.formDraft, sessionStorage.askedSignup])).toEqual([
    undefined,
    undefined,
  ])

  await page.goto('/')
  await expect(heroForm(page)).toBeVisible()
  // The page reserves no space for answers that were sent.
  await expect(page.locator('html[data-begun]')).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.formDraft)).toBeUndefined()
})

test('a press on the link’s page confirms the answers that its person has seen and chosen, once', async ({
  page,
  smtp,
  expectConsole,
}) => {
  expectConsole(/40[04]/)
  await page.setViewportSize({ width: 360, height: 740 })
  const email = freshEmail('right')
  await joinByApi(page.request, email)
  await until(() => smtp.mails.length > 0)
  const link = linkIn(smtp.mails[0]!)
  // Scanners open links, and run scripts.
  const arrived = Promise.withResolvers<void>()
  await page.route('**/api/place/confirm', (route) => arrived.promise.then(() => route.continue()))
  await page.goto(link)
  const yes = page.getByRole('button', { name: 'Yes, this is me' })
  await expect(yes).toBeVisible()
  const tops = async () => {
    const found = []
    for (const width of [1280, 390, 360]) {
      await page.setViewportSize({ width, height: 640 })
      found.push((await page.locator('.confirm-actions').boundingBox())!.y)
    }
    return found
  }
  const before = await tops()
  // A press before the answers are shown confirms none of them, and says so once they are.
  await yes.click()
  await expect(page.getByRole('button', { name: site().confirm.working })).toBeVisible()
  arrived.resolve()
  await expect(page.getByText(site().confirm.sets.look)).toBeVisible()
  expect(await tops()).toEqual(before)
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('heading', { level: 1, name: 'Is this you?' })).toBeVisible()
  // The token is not in the address, and survives a reload.
  await expect(page).toHaveURL('/confirm')
  const sent = page.getByRole('heading', { name: site().confirm.sets.one }).locator('..')
  await expect(sent).toContainText('Ada Fade')
  const faceOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).fontFamily)
  expect(await faceOf(sent.getByRole('heading'))).toBe(await faceOf(page.locator('body')))
  await expect(page.getByRole('button', { name: 'Yes, this is me' })).toBeInViewport({ ratio: 1 })
  await expectSound(page)

  // Somebody else sends the form with this address. Only answers that the owner of the address chooses are confirmed.
  const slipped = { ...sampleAnswers(), email, business_name: 'Slipped Salon', used_referral_code: null }
  expect((await page.request.post('/api/waitlist/entries', { data: slipped })).status()).toBe(202)
  await page.reload()
  const sets = page.getByRole('radio')
  await expect(sets).toHaveCount(2)
  await page.getByRole('button', { name: 'Yes, this is me' }).click()
  await expect(page.getByText(site().confirm.sets.missing)).toBeVisible()
  await expectSound(page)
  await sets.last().check()
  await page.getByRole('button', { name: 'Yes, this is me' }).click()
  await expect(page).toHaveURL('/place')
  await expect(page.getByText('Slipped Salon')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(email).first()).toBeVisible()
  // A press on a button of a recent mail proves that its person reads the mailbox now.
  await expect(page.getByRole('button', { name: site().place.leave.open })).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: site().confirm.already.title })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: site().confirm.already.button }).click()
  await expect(page).toHaveURL('/place')
  await page.goto(`${link.slice(0, -2)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeFocused()
  await expectSound(page)
})

test(
  'the link deletes what somebody else sent, and the owner sees how many wait',
  { tag: '@long' },
  async ({ page, smtp, expectConsole }) => {
    test.slow()
    expectConsole(/404/)
    await page.setViewportSize({ width: 360, height: 740 })
    await joinAs(page, freshEmail('not-me'))
    await until(() => smtp.mails.length > 0)
    const link = linkIn(smtp.mails[0]!)
    const owner = await page.context().newPage()
    await owner.goto('/admin/people')
    await owner.getByLabel('Password').fill(OWNER_PASSWORD)
    await owner.keyboard.press('Enter')
    await expect(owner.getByText('1 person has not confirmed their email yet')).toBeVisible()
    await owner.close()

    await page.goto(link)
    await page.getByRole('button', { name: site().confirm.delete }).click()
    await expect(page.getByRole('heading', { level: 1, name: site().confirm.deleted.title })).toBeFocused()
    await expectSound(page)
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: site().confirm.unknown.title })).toBeFocused()
  },
)

test(
  'a confirmation that fails can be tried again, in the dark',
  { tag: '@long' },
  async ({ page, smtp, expectConsole }) => {
    test.slow()
    expectConsole(/ERR_FAILED|about your answers failed/)
    await page.emulateMedia({ colorScheme: 'dark' })
    const email = freshEmail('dark')
    await joinAs(page, email)
    await expectSound(page)
    await page.getByRole('button', { name: site().checkInbox.forget }).click()
    await expect(heroForm(page)).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(email)
    await until(() => smtp.mails.length > 0)
    const link = linkIn(smtp.mails[0]!)
    await page.goto(link)
    await page.route('**/api/place/confirm', (route) => route.abort())
    await page.getByRole('button', { name: 'Yes, this is me' }).click()
    await expect(page.getByText(site().confirm.failed)).toBeVisible()
    await expectSound(page)
    // A link for new answers and a cut link: each has its own texts.
    await page.route('**/api/place/confirm', (route) => route.abort())
    await page.goto('/confirm?answers#x')
    await expect(page.getByRole('button', { name: site().confirm.answers.button })).toBeVisible()
    await page.goto('/confirm')
    await expect(page.getByRole('heading', { level: 1, name: site().confirm.incomplete.title })).toBeVisible()
    await expect(page.getByRole('link', { name: site().confirm.ask })).toHaveAttribute('href', '/place')
    await expectSound(page)
    await page.unrouteAll()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: site().confirm.sets.one })).toBeVisible()
    await page.getByRole('button', { name: 'Yes, this is me' }).click()
    await expect(page).toHaveURL('/place')
  },
)

test('whoever came with the links of two friends says whose link they used', async ({ page }) => {
  const sent: unknown[] = []
  await page.route('**/api/place/confirm', (route) => {
    if (route.request().method() === 'GET')
      return route.fulfill({ json: { sets: [], confirmed: false, inviters: ['ANNA22', 'BELLA3'] } })
    sent.push(route.request().postDataJSON())
    return route.fulfill({ status: 204 })
  })
  await page.goto('/confirm?friends#a-token')
  const question = page.getByRole('group', { name: "Which friend's link did you use?" })
  await expect(question.getByRole('radio')).toHaveCount(2)
  await expectSound(page)
  await page.getByRole('button', { name: 'Yes, this is me' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please choose the link that you used.')
  expect(sent).toEqual([])

  // The browser that came by one of the links has chosen it.
  await page.goto('/?ref=BELLA3')
  await page.goto('/confirm?friends#a-token')
  await expect(question.getByRole('radio', { name: 'BELLA3' })).toBeChecked()
  await question.getByRole('radio', { name: 'ANNA22' }).check()
  await page.getByRole('button', { name: 'Yes, this is me' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Confirmed' })).toBeFocused()
  expect(sent).toEqual([{ chosen: null, shown: [], inviter: 'ANNA22' }])
})
