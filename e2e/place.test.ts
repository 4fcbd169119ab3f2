import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { placeAfter } from '../test/people/place-after.ts'
import { expect, test } from './fixtures.ts'
import { test as testOutside } from './outside.ts'
import { fakePlace, serve } from './places.ts'
import { expectSound } from './sound.ts'
import { answer, freshEmail, heroForm, joinByApi, signUp, submit } from './visitor.ts'

const LINK = /\S+\/place#\S+/
const NAME = site().questions.find(({ name }) => name === 'full_name')!.question
const BUSINESS = site().questions.find(({ name }) => name === 'business_name')!.question
const INDUSTRY = site().questions.find(({ name }) => name === 'job_industry')!.question

testOutside(
  'from joining to a place that follows a friend, with answers that can be changed',
  async ({ page, context, request, baseURL, startWith }) => {
    await startWith('smtp')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    for (let index = 0; index < site().referral.placesPerFriend + 1; index++)
      await joinByApi(request, freshEmail('earlier'))
    const email = freshEmail('own-place')
    await page.clock.install()
    await page.goto('/')
    // The server stores it in small letters.
    await signUp(page, email.toUpperCase())
    await answer(page)
    await submit(page)
    await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
    const joined = new URL(page.url()).searchParams
    const [position, code] = [Number(joined.get('position')), joined.get('referral')!]

    await page.getByRole('button', { name: site().keptPlace.keep }).click()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).toMatch(new RegExp(`^${baseURL}/place#keep:\\S+$`))

    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.getByRole('link', { name: `${site().keptPlace.place} #` }).click()
    await expect(page.getByRole('heading', { level: 1, name: site().place.title })).toBeFocused()
    await expect(page).toHaveURL('/place')
    await expect(numberOf(page)).toHaveText(`#${position}`)
    await expect(page.getByText(email)).toHaveCount(2)

    const friend = freshEmail('friend')
    await joinByApi(request, friend, { used_referral_code: code })
    const moved = placeAfter(position, 1)
    await page.clock.fastForward('00:30')
    await expect(numberOf(page)).toHaveText(`#${moved}`)
    await expect(page.getByText(fill(site().place.moved.up, { places: position - moved })).first()).toBeVisible()
    await expect(
      page.getByRole('region', { name: site().place.history.title }).getByRole('listitem').first(),
    ).toContainText('f•••@example.com joined with your code')
    await expect(page.getByRole('region', { name: site().place.friends.title, exact: true })).toContainText(
      site().place.friends.counted,
    )
    await expect(page.getByRole('region', { name: site().place.card.title })).toContainText('1 friend')

    await page.getByRole('button', { name: `Change: ${INDUSTRY}` }).click()
    await page.getByRole('radio', { name: 'Nail Artist' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(site().place.answers.saved, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: site().place.answers.title })).toContainText('Nail Artist')
    await expect(page.getByRole('button', { name: `Change: ${INDUSTRY}` })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('region', { name: site().place.answers.title })).toContainText('Nail Artist')

    await page.getByRole('button', { name: `Change: ${NAME}` }).click()
    await page.getByRole('textbox', { name: NAME }).fill('Ada Fade')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(site().place.answers.saved, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: site().place.answers.title })).toContainText('Ada Fade')
    await expect(page.getByRole('button', { name: `Change: ${NAME}` })).toBeFocused()
  },
)

testOutside(
  'a mailed link downloads what is stored, and deletes it here and at the services',
  async ({ page, context, request, events, baseURL, expectConsole, startWith, outside }) => {
    await startWith('smtp', 'notion', 'beehiiv')
    // The browser reports each 404 for the tokens of a deleted person, and the answer that the test aborts.
    expectConsole(/404|ERR_FAILED|A call about your place failed/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const email = freshEmail('own-place')
    const { referral_code: code, browser_token } = await joinByApi(request, email)
    const keptLink = `${baseURL}/place#keep:${browser_token}`
    await page.goto(keptLink)
    await expect(numberOf(page)).toHaveText('#1')
    await page.evaluate(
      (submission) => {
        localStorage.currentEmail = submission.email
        localStorage.waitlistSubmissions = JSON.stringify([submission])
      },
      { email, referral_code: code, business_name: 'Fade to Grace' },
    )

    // The browser's own token does not delete: only a link that was just mailed does.
    await page.getByRole('button', { name: site().place.data.fresh.ask }).click()
    await expect(page.getByText(site().place.data.fresh.asked)).toBeVisible()
    const linksTo = () =>
      outside.smtp.mails.filter(({ to }) => to.includes(email)).map(({ text }) => LINK.exec(text)?.[0])
    // The first link is in the welcome mail.
    await expect.poll(() => linksTo().length).toBeGreaterThan(1)
    const tab = await context.newPage()
    await page.goto(linksTo().at(-1)!)
    await expect(page).toHaveURL('/place')
    // Waits for both services: with a delivery in progress, an erasure would wait a minute.
    const isTold = () =>
      outside.notion.pages.some((page) =>
        [email, 'Ada Fade', 'Barber'].every((words) => JSON.stringify(page).includes(words)),
      )
    await expect.poll(isTold).toBe(true)
    await expect.poll(() => outside.beehiiv.subscriptions.some((one) => one.email === email)).toBe(true)
    // The kept link still works, because the mailed link was opened in the browser that joined.
    await tab.goto(keptLink)
    await expect(numberOf(tab)).toHaveText('#1')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: site().place.data.download }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.json$/)
    expect(await readFile(await file.path(), 'utf8')).toContain('Barber')

    await page.getByRole('button', { name: site().place.leave.open }).click()
    await expect(page.getByRole('heading', { name: site().place.leave.title })).toBeFocused()
    const thanks = await context.newPage()
    await thanks.goto(`/thank-you?position=1&referral=${code}`)
    await expect(thanks.getByText(code).first()).toBeVisible()
    // The place is deleted, but the answer is lost, so the page keeps the token, also after a reload.
    await page.route('**/api/place', async (route) => {
      const isLost = route.request().method() === 'DELETE' && (await route.fetch()).ok()
      await (isLost ? route.abort() : route.continue())
    })
    await page.getByRole('button', { name: site().place.leave.confirm }).click()
    await expect(page.getByText(site().place.leave.failed)).toBeVisible()
    await expectSound(page)
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await expect(page.getByText(site().place.leave.failed)).toBeVisible()
    // While it is being deleted, nothing can be taken back.
    const deleting = Promise.withResolvers<void>()
    await page.route('**/api/place', async (route) => {
      if (route.request().method() === 'DELETE') await deleting.promise
      await route.continue()
    })
    await page.getByRole('button', { name: site().place.leave.confirm }).click()
    await page.getByRole('button', { name: site().place.leave.cancel }).dispatchEvent('click')
    await expect(page.getByRole('heading', { name: site().place.leave.title })).toBeVisible()
    deleting.resolve()
    await expect(page.getByRole('heading', { level: 1, name: site().place.ask.deleted.title })).toBeFocused()
    await expectSound(page)
    await page.unrouteAll({ behavior: 'wait' })
    await expect(tab.getByRole('heading', { name: site().place.ask.deleted.title })).toBeFocused()
    await expectSound(tab)
    await expect(thanks).toHaveURL('/')
    await thanks.close()
    for (const one of [page, tab]) expect(await kept(one)).not.toMatch(new RegExp(`${email}|${code}|oken`, 'i'))
    await tab.close()
    await expect.poll(() => outside.beehiiv.subscriptions.some((one) => one.email === email)).toBe(false)
    await expect.poll(() => outside.notion.pages.every(({ in_trash }) => in_trash)).toBe(true)

    await page.goto(keptLink)
    await expect(page.getByRole('heading', { name: site().place.ask.ended.title })).toBeFocused()
    expect(await page.evaluate(() => 'placeToken' in localStorage || 'placeToken' in sessionStorage)).toBe(false)
    expect(JSON.stringify(events)).not.toContain(keptLink.slice(keptLink.indexOf('#')))
    expect(events.filter(({ name }) => name === 'page_view').map(({ path }) => path)).toContain('/place')
  },
)

testOutside(
  'the code in a mail opens the place, as its button would',
  async ({ page, startWith, outside, expectConsole }) => {
    expectConsole(/400/)
    await startWith('smtp')
    const email = freshEmail('code')
    await joinByApi(page.request, email)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/place')
    const { label, open, missing, email: emailToo, wrong } = site().place.ask.code
    await page.getByRole('button', { name: open, exact: true }).click()
    await expect(page.getByText(emailToo)).toBeVisible()
    await page.getByRole('textbox', { name: site().place.ask.label, exact: true }).fill(email)
    await page.getByRole('button', { name: open, exact: true }).click()
    await expect(page.getByText(missing)).toBeVisible()
    await page.getByRole('button', { name: site().place.ask.send }).click()
    await expect(page.getByText(site().place.ask.sent)).toBeVisible()
    const codes = () =>
      outside.smtp.mails.flatMap(({ text }) => /this code at \S+\/place .*: (\S+)/.exec(text)?.[1] ?? [])
    await expect.poll(codes).toHaveLength(1)
    await page.getByLabel(label).fill('AAAA-AAAA')
    await page.keyboard.press('Enter')
    await expect(page.getByText(wrong)).toBeVisible()
    await expect(page.getByLabel(label)).toBeFocused()
    await expectSound(page)
    await page.getByLabel(label).fill(codes()[0]!)
    await page.keyboard.press('Enter')
    await expect(numberOf(page)).toHaveText('#1')
    await expect(page).toHaveURL('/place')
    // It counts as a link that was just mailed.
    await expect(page.getByRole('button', { name: site().place.leave.open })).toBeVisible()
  },
)

for (const [width, colorScheme, tag] of [
  [360, 'light', []],
  [1280, 'dark', '@long'],
] as [number, 'light' | 'dark', '@long' | []][]) {
  test(`every state of a place is sound at ${width} px, ${colorScheme}`, { tag }, async ({ page, expectConsole }) => {
    test.slow()
    expectConsole(/404|503|failed/)
    await page.setViewportSize({ width, height: 740 })
    await page.emulateMedia({ colorScheme })
    let tokens = 0
    const open = async (place: object | number) => {
      await serve(page, place)
      // In one tab, as if each link was opened from a mail.
      await page.goto(`/place#token-${tokens++}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }

    await open(fakePlace({ counted: 3, waiting: 1 }))
    await expect(page.locator('.ticket-number > .sr-only')).toHaveText('28th')
    await expect(page.getByText('#32, 23rd in line')).toBeVisible()
    await expectSound(page)
    for (const button of [
      `Change: ${NAME}`,
      `Change: ${INDUSTRY}`,
      site().place.email.change,
      site().place.leave.open,
    ]) {
      await page.getByRole('button', { name: button }).click()
      await expectSound(page)
    }
    const none = { places: 0, cap: null }
    await open(fakePlace({ rule: none, milestones: [], next_friend: { position: 37, place_in_line: 28 } }))
    await expect(page.getByText(site().place.next.none)).toBeVisible()
    await expect(page.getByRole('heading', { name: site().thankYou.sharing.noPlaces })).toBeVisible()
    await expect(page.getByText(/very front|move(s|d)? (you )?up/i)).toHaveCount(0)
    await expectSound(page)
    await open(fakePlace({ rule: none, next_friend: { position: 37, place_in_line: 27 } }))
    await expect(page.getByText('still #37, and 27th in line')).toBeVisible()
    for (const place of [
      fakePlace({ counted: 300, position: 1, rank: 4 }),
      fakePlace({ counted: 0, position: 1, rank: 1, behind: 0 }),
      fakePlace({ answers: {}, full_name: null, answers_hidden: true, mailed: false }),
      fakePlace({
        full_name: null,
        position: 9_999_999,
        rank: null,
        state: 'invited',
        gets_mail: false,
        mailed: false,
      }),
      fakePlace({ rank: null, gets_mail: false, wants_mail: false }),
    ]) {
      await open(place)
      await expect(numberOf(page)).toBeVisible()
      const { first, title } = site().thankYou.sharing
      // Friends no longer move an invited person, so the page shows nothing to share.
      const sharing = page.getByRole('heading', { name: place.position === 1 ? first.title : title })
      await expect(sharing).toHaveCount(place.state === 'waiting' ? 1 : 0)
      await expectSound(page)
    }
    // Nothing here tells a rejected person apart from others without a place in line.
    await expect(page.getByText(site().place.noLine.waiting)).toBeVisible()
    await page.route('**/api/place/mail', (route) => route.fulfill({ json: fakePlace() }))
    await page.getByRole('button', { name: site().place.email.resume }).click()
    await expect(page.getByText(site().place.email.resumed)).toBeVisible()
    await open(503)
    await expect(page.getByRole('heading', { name: site().place.failed.title })).toBeVisible()
    await expectSound(page)
    await open(404)
    await expect(page.getByRole('heading', { name: site().place.ask.ended.title })).toBeFocused()
    await expectSound(page)
  })
}

test('without a token, the page mails the link, and says the same for every address', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: site().landing.wayBack }).click()
  await expect(page.getByRole('heading', { name: site().place.ask.title })).toBeFocused()
  // This server has no mail server.
  await expect(page.getByText(site().place.ask.noMail)).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()
  await expectSound(page)

  // Serves the page as a server with mail does.
  await page.route('/place', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<meta name="mail" content="none" />', '')
    await route.fulfill({ response, body })
  })
  await page.route('**/api/place-links', (route) => route.fulfill({ status: 202, json: {} }))
  await page.reload()
  const email = page.getByLabel('Email', { exact: true })
  const send = page.getByRole('button', { name: site().place.ask.send })
  await email.fill('nonsense')
  await send.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(site().place.ask.invalid)
  await email.fill('ada@example, com')
  await send.click()
  await expect(email).toHaveAccessibleDescription(site().signUp.unreachable)
  await page.getByRole('button', { name: 'Yes, use it' }).click()
  await expect(email).toHaveValue('ada@example.com')
  await expect(page.getByText(site().place.ask.sent)).toBeVisible()
  await email.fill(`mailto:${freshEmail('unknown')}`)
  await send.click()
  await expect(page.getByText(site().place.ask.sent)).toBeVisible()
})

test('Not you? asks first, then forgets all of the person, and the form is there for the next one', async ({
  page,
}) => {
  const place = fakePlace()
  await serve(page, place)
  await page.addInitScript(({ email, referral_code }) => {
    if (sessionStorage.begun) return
    sessionStorage.begun = 'x'
    localStorage.placeToken = 'x'
    localStorage.placeEmail = email
    localStorage.currentEmail = email
    localStorage.waitlistSubmissions = JSON.stringify([
      { email: 'earlier@example.com', referral_code, business_name: 'Fade' },
      { email: 'jo@example.com', referral_code: 'JO1234', business_name: 'Brows' },
    ])
  }, place)
  await page.goto('/')
  const link = page.getByRole('link', { name: site().keptPlace.place })
  await expect(link).toContainText('#37, 28th in line')
  await expect(heroForm(page)).toBeVisible()
  await link.click()
  await expect(numberOf(page)).toHaveText('#37')
  // The place and the landing page ask the same.
  const { title, goes, noMail, cancel, confirm } = site().keptPlace.forget
  const notYou = page.getByRole('button', { name: site().keptPlace.notYou })
  await notYou.click()
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  await page.getByRole('button', { name: cancel }).click()
  await page.goto('/')
  await notYou.click()
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  await expect(page.getByText(goes)).toBeVisible()
  await expect(page.getByText(noMail)).toBeVisible()
  await expect(page.getByRole('button', { name: site().keptPlace.keep })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: cancel }).click()
  await expect(notYou).toBeFocused()
  await expect(link).toContainText('#37')
  await notYou.click()
  await page.getByRole('button', { name: confirm }).click()
  await expect(heroForm(page)).toBeVisible()
  await expect(link).toBeHidden()
  const { waitlistSubmissions, ...others } = await page.evaluate(() => ({ ...localStorage }))
  expect(JSON.parse(waitlistSubmissions).map(({ email }: { email: string }) => email)).toEqual(['jo@example.com'])
  expect(JSON.stringify(others)).not.toMatch(new RegExp(`${place.email}|placeToken|${place.referral_code}`, 'i'))
})

test('two people on one browser: a tab never shows the place of the other, nor forgets it', async ({
  page,
  context,
}) => {
  const places: Record<string, object> = {
    ada: fakePlace({ email: 'ada@example.com' }),
    'ada-again': fakePlace({ email: 'ada@example.com', position: 32 }),
    jo: fakePlace({ email: 'jo@example.com', position: 900, referral_code: 'JO1234' }),
  }
  await context.route('**/api/place', (route) =>
    route.fulfill({ json: places[route.request().headers().authorization!.replace('Bearer ', '')] }),
  )
  await page.goto('/place#keep:ada')
  await expect(numberOf(page)).toHaveText('#37')
  const other = await context.newPage()
  // A new token for the same place of Ada's.
  places['ada-again'] = { ...places['ada-again'], joined_position: 37 }
  await other.goto('/place#keep:ada-again')
  for (const one of [other, page]) await expect(numberOf(one)).toHaveText('#32')

  const asked = page.waitForResponse('**/api/place')
  await other.goto('/place#keep:jo')
  await expect(numberOf(other)).toHaveText('#900')
  await asked
  await expect(numberOf(page)).toHaveText('#32')
  await page.getByRole('button', { name: site().keptPlace.notYou }).click()
  await page.getByRole('button', { name: site().keptPlace.forget.confirm }).click()
  await expect(page.getByRole('link', { name: site().keptPlace.place })).toContainText('#900')
  expect(await page.evaluate(() => localStorage.placeToken)).toBe('jo')
})

test('a place whose server is gone shows the last known state, and says so', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|failed/)
  await serve(page, fakePlace())
  await page.goto('/place#token')
  await expect(numberOf(page)).toHaveText('#37')
  await page.route('**/api/place**', (route) => route.abort())
  await page.reload()
  await expect(numberOf(page)).toHaveText('#37')
  await expect(page.getByText(/^This is how your place stood at/)).toBeVisible()
  await serve(page, fakePlace({ position: 32, rank: 23 }))
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(numberOf(page)).toHaveText('#32')
})

test('after each panel the focus is where the person goes on, and an empty name is refused in words', async ({
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name })
  await page.route('**/api/place/{email,link,mail}', (route) =>
    route.request().url().endsWith('mail')
      ? route.fulfill({ json: fakePlace() })
      : route.fulfill({ status: 202, json: {} }),
  )
  await serve(page, fakePlace({ wants_mail: false, gets_mail: false }))
  await page.goto('/place#token')
  await button(site().place.email.change).press('Enter')
  await expect(page.getByLabel(site().place.email.label)).toBeFocused()
  await button(site().place.answers.cancel).press('Enter')
  await expect(button(site().place.email.change)).toBeFocused()
  await button(site().place.email.change).press('Enter')
  await page.keyboard.type('new@example.com')
  await button(site().place.email.send).press('Enter')
  await expect(button(site().place.email.change)).toBeFocused()
  await button(site().place.email.resume).press('Enter')
  await expect(page.getByText(site().place.email.resumed)).toBeFocused()
  await button(site().place.leave.open).press('Enter')
  await button(site().place.leave.cancel).press('Enter')
  await expect(button(site().place.leave.open)).toBeFocused()

  await button(`Change: ${NAME}`).press('Enter')
  const name = page.getByRole('textbox', { name: NAME })
  await name.fill(' ')
  await name.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(site().place.name.missing)
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await button(site().place.answers.cancel).press('Enter')
  await expect(button(`Change: ${NAME}`)).toBeFocused()

  await serve(page, fakePlace({ mailed: false }))
  await page.reload()
  // Waits for the new answer: the page first shows the previous one.
  await expect(button(site().place.data.fresh.ask)).toBeVisible()
  await button(site().place.email.change).press('Enter')
  const fresh = page.getByRole('region', { name: site().place.email.title })
  await expect(fresh.getByText(site().place.data.fresh.text)).toBeFocused()
  await fresh.getByRole('button', { name: site().place.data.fresh.ask }).press('Enter')
  await expect(fresh.getByText(site().place.data.fresh.asked)).toBeFocused()
})

test('while something is saved, Cancel and another Change do nothing, and nothing is typed, so that no answer is missed', async ({
  page,
}) => {
  await serve(page, fakePlace())
  let held = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await held.promise
    await (route.request().url().endsWith('email') ? route.fulfill({ status: 202, json: {} }) : route.fallback())
  }
  await page.route('**/api/place', hold)
  await page.route('**/api/place/email', hold)
  await page.goto('/place#token')
  const { answers, email } = site().place
  for (const [change, field, save, saving] of [
    [`Change: ${NAME}`, page.getByRole('textbox', { name: NAME }), answers.save, answers.saving],
    [`Change: ${INDUSTRY}`, page.getByRole('radio', { name: 'Barber' }), answers.save, answers.saving],
    [email.change, page.getByLabel(email.label), email.send, email.sending],
  ] as const) {
    held = Promise.withResolvers()
    await page.getByRole('button', { name: change }).click()
    if (change === email.change) await field.fill('new@example.com')
    await page.getByRole('button', { name: save, exact: true }).click()
    await expect(page.getByRole('button', { name: saving, exact: true })).toBeVisible()
    await page.getByRole('button', { name: answers.cancel }).dispatchEvent('click')
    await expect(field).toBeVisible()
    await expect(field).not.toBeEditable()
    if (change === `Change: ${INDUSTRY}`) {
      await page.getByRole('button', { name: `Change: ${BUSINESS}` }).dispatchEvent('click')
      await expect(page.getByRole('textbox', { name: BUSINESS })).toHaveCount(0)
      await expect(field).toBeVisible()
    }
    held.resolve()
    await expect(page.getByRole('button', { name: change })).toBeFocused()
  }
})

test('what wraps on a phone stays whole and in line, and both numbers are explained', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await serve(page, fakePlace({ counted: 0 }))
  await page.goto('/place#token')
  const confirmed = page.getByText(site().place.email.confirmed, { exact: true })
  // A text in two lines has two boxes.
  expect(await confirmed.evaluate((element) => element.getClientRects().length)).toBe(1)
  const notYou = page.getByRole('button', { name: site().keptPlace.notYou })
  const change = page.getByRole('button', { name: `Change: ${NAME}` })
  for (const button of [notYou, change]) {
    const [edge, text] = await button.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const page = element.closest('.page-width')!
      const inset = Number.parseFloat(getComputedStyle(page).paddingRight)
      return [page.getBoundingClientRect().right - inset, range.getBoundingClientRect().right]
    })
    expect(text).toBeLessThanOrEqual(edge! + 1)
  }
  await expect(page.getByText(fill(site().place.line.note, { position: '#37' }))).toBeVisible()
  await expect(page.getByRole('region', { name: site().place.card.title })).toContainText('No friends yet')

  // An invited person sees first what there is to do.
  const ends_at = new Date(Date.now() + 86_400_000).toISOString()
  await serve(page, fakePlace({ rank: null, state: 'invited', invitation: { ends_at } }))
  await page.goto('/place#invited')
  await expect(page.getByRole('button', { name: site().place.invited.button })).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(site().brand.opens)).toHaveCount(0)
  await expectSound(page)
})

/** All that the browser and this tab store. */
function kept(page: Page) {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
}

/** The number on the ticket, as a screen reader reads it. */
function numberOf(page: Page) {
  return page.locator('.place-number, .ticket:not(:has(.place-number)) .ticket-number > .sr-only')
}
