import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { isChoiceQuestion } from '#shared/site/questions.ts'
import { underSite } from '#shared/site/site.ts'
import { PSEUDO, PSEUDO_DOCUMENT, pseudoSite, untranslated } from '../test/pseudo-language.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { settingsOf } from '../test/services/fake-services.ts'
import { type FakeSmtp, fakeSmtp } from '../test/services/fake-smtp.ts'
import { expect, test as base } from './fixtures.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'
import { fakePlace, serve } from './places.ts'
import { PRODUCT_SECRET } from './product.ts'
import { expectUncut } from './sound.ts'
import { ROUTES } from '#shared/routes.ts'

const words = pseudoSite()
const HOME = `/${PSEUDO}/`

/** A server whose second language no shipped word is in. */
const test = base.extend<{
  smtp: FakeSmtp
  place: Awaited<ReturnType<typeof newOwnPlace>>
  startAs: (state: 'open' | 'paused' | 'closed') => Promise<void>
}>({
  viewport: { width: 360, height: 740 },
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
  baseURL: ({ place }, use) => use(place.address),
  startAs: async ({ place, smtp, page, expectConsole }, use) => {
    expectConsole(/40\d|429|503|ERR_FAILED|failed|not sent/i)
    const file = join(place.env.TMPDIR, 'site.json')
    await writeFile(file, JSON.stringify(PSEUDO_DOCUMENT))
    let server: AsyncDisposable | undefined
    await use(async (state) => {
      server = await ownServer({
        ...place.env,
        ...settingsOf({ smtp }, { publicUrl: place.address }),
        SITE_FILE: file,
        LIST_STATE: state,
        CONFIRM_EMAIL: 'on',
        PRODUCT_URL: `${place.address}/contact`,
        PRODUCT_SECRET,
        ADMIN_PASSWORD: OWNER_PASSWORD,
        RATE_LIMIT: 'off',
      })
    })
    // A page without its server would log errors.
    await page.close()
    await server?.[Symbol.asyncDispose]()
  },
})

/** Asserts that no word on the page, seen or not, is in another language, and that none is cut off. */
async function expectTranslated(page: Page) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect.soft(page.locator('html'), page.url()).toHaveAttribute('lang', PSEUDO)
  expect.soft(untranslated(await page.evaluate(readWords)), page.url()).toEqual([])
  await expectUncut(page)
}

/** Runs in the browser. */
function readWords(): string[] {
  const ATTRIBUTES = ['aria-label', 'aria-roledescription', 'aria-valuetext', 'alt', 'title', 'placeholder']
  const own = document.documentElement.lang
  const isOurs = (element: Element) =>
    element.closest('[lang]')!.getAttribute('lang') === own &&
    !element.closest('script, style, noscript, .code, [hidden]:has([name=website])')
  const found = Array.from(document.head.querySelectorAll('title, meta'), (element) => {
    const isText = /title|description|alt|site_name/.test(element.outerHTML.split('content=')[0]!)
    return isText ? (element.getAttribute('content') ?? element.textContent) : ''
  })
  for (const element of document.body.querySelectorAll('*')) {
    if (!isOurs(element)) continue
    found.push(...ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''))
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push((node as Text).data)
  }
  return found
}

function button(page: Page | Locator, name: string) {
  return page.getByRole('button', { name, exact: true })
}

async function open(page: Page, path: string) {
  await page.goto(`/${PSEUDO}${path}`)
  await expectTranslated(page)
}

const CODE = /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/

/** The part of the newest mail to this address that matches the pattern. */
async function mailOf(smtp: FakeSmtp, { email, pattern }: { email: string; pattern: RegExp }): Promise<[string]> {
  const found = () => smtp.mails.filter(({ to, text }) => to.includes(email) && pattern.test(text))
  await expect.poll(() => found().length).toBeGreaterThan(0)
  return [pattern.exec(found().at(-1)!.text)![0]]
}

/** Answers the open question with words that are no English. */
async function answerOpen(page: Page, index: number) {
  const question = words.questions[index]!
  if (!isChoiceQuestion(question)) return page.getByLabel(question.question).fill('Ôñé')
  return page
    .getByRole('group')
    .getByRole(question.kind === 'many' ? 'checkbox' : 'radio')
    .first()
    .check()
}

/** Past every question, each with an error first, up to the page that follows. */
async function answerAll(page: Page) {
  for (const index of words.questions.keys()) {
    await expect(page.getByText(words.questions[index]!.question).first()).toBeVisible()
    const go = button(page, index === words.questions.length - 1 ? words.form.submit : words.form.next)
    await go.click()
    await expectTranslated(page)
    await answerOpen(page, index)
    await go.click()
  }
}

for (const state of ['paused', 'closed'] as const)
  for (const javaScriptEnabled of [true, false])
    test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
      test.use({ javaScriptEnabled })
      test(`no word of a ${state} list is missing in a test language`, async ({ page, startAs }) => {
        await startAs(state)
        for (const path of ['/', '/?ref=AB12CD', '/form', '/contact', '/embed']) await open(page, path)
        if (state === 'closed') return
        await page.goto(HOME)
        const form = page.locator('form').first()
        await form.getByRole('textbox').first().fill('a@example.com')
        await form.getByRole('button').first().click()
        await expect(page.getByText(words.rest.paused.told.text).first()).toBeVisible()
        await expectTranslated(page)
      })
    })

async function invite(page: Page) {
  await page.request.post(ROUTES.session.path, { data: { password: OWNER_PASSWORD } })
  const select = { filters: { range: 'all' }, count: 1 }
  const data = { kind: 'wave', select, subject: 'Ýé', text: 'Ôñé' }
  expect((await page.request.post(ROUTES.acts.path, { data })).status()).toBe(202)
  await page.request.delete(ROUTES.session.path)
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('no word of any page is missing in a test language', async ({ page, smtp, startAs }) => {
    test.slow()
    await startAs('open')
    for (const path of ['/', '/?ref=AB12CD', '/contact', '/privacy', '/form', '/thank-you', '/place', '/nowhere'])
      await open(page, path)
    for (const path of ['/thank-you?position=38&referral=AB12CD', '/unsubscribe', '/embed', '/invitation', '/confirm'])
      await open(page, path)

    const email = 'plain@example.com'
    const { ask, invited, leave } = words.place
    await page.goto(HOME)
    await page.getByLabel(words.signUp.label).first().fill(email)
    await button(page, words.signUp.button).first().click()
    await answerAll(page)
    await expect(page).toHaveURL(`/${PSEUDO}/check-inbox`)
    await expectTranslated(page)

    const openWith = async (code: string) => {
      await page.getByLabel(words.signUp.label).fill(email)
      await page.getByLabel(ask.code.label).fill(code)
      await button(page, ask.code.open).click()
      await expectTranslated(page)
    }
    await openWith('AAAA-AAAA')
    await openWith((await mailOf(smtp, { email, pattern: CODE }))[0])
    await expect(page).toHaveURL(`/${PSEUDO}/confirm`)
    await button(page, words.confirm.place.button).click()
    await expect(page).toHaveURL(`/${PSEUDO}/place`)
    await expectTranslated(page)
    await button(page, words.plainForms.correct).click()
    await expect(page.getByText(words.place.answers.saved)).toBeVisible()
    await expectTranslated(page)
    await page.getByRole('textbox').first().fill(' ')
    await button(page, words.plainForms.correct).click()
    await expectTranslated(page)

    await invite(page)
    await mailOf(smtp, { email, pattern: /invitation#/ })
    await page.goto(`/${PSEUDO}/place`)
    await expectTranslated(page)
    await button(page, invited.button).click()
    await expect(page).toHaveURL(`/${PSEUDO}/invitation`)
    await expectTranslated(page)
    await button(page, words.seat.open.button).click()
    await expectTranslated(page)
    await page.goto(`/${PSEUDO}/place`)
    const before = smtp.mails.length
    await page.getByLabel(words.signUp.label).fill(email)
    await button(page, words.plainForms.mailCode).click()
    await expectTranslated(page)
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(before)
    await openWith((await mailOf(smtp, { email, pattern: CODE }))[0])
    await page.getByText(leave.title).click()
    await button(page, leave.confirm).click()
    await expect(page.getByText(ask.deleted.title)).toBeVisible()
    await expectTranslated(page)

    await page.goto(`/${PSEUDO}/contact`)
    await button(page, words.contact.send).click()
    await expectTranslated(page)
    await page.getByLabel(words.contact.yourName).fill('Ôé')
    await page.getByLabel(words.contact.yourEmail).fill(email)
    await page.getByLabel(words.contact.yourMessage).fill('Ôñé')
    await button(page, words.contact.send).click()
    await expect(page.getByText(words.contact.sent.title)).toBeVisible()
    await expectTranslated(page)

    const [stop] = await mailOf(smtp, { email, pattern: /\S+\/unsubscribe\?\S+/ })
    for (const name of [words.unsubscribe.button, words.unsubscribe.fewer.button]) {
      await page.goto(stop)
      await button(page, name).click()
      await page.waitForURL(/unsubscribe/)
      // The answer is one line of plain text.
      expect.soft(untranslated([await page.locator('body').innerText()])).toEqual([])
    }
    for (const { subject, text } of smtp.mails.filter(({ to }) => to.includes(email)))
      expect.soft(untranslated([subject, ...text.split('\n')])).toEqual([])
  })
})

test('no word of the way from the landing page to one’s own place is missing in a test language', async ({
  page,
  smtp,
  startAs,
}) => {
  test.slow()
  await startAs('open')
  const email = 'scripted@example.com'
  const { signUp, form, frame, landing, checkInbox } = words
  await open(page, '/?ref=NOBODY')
  await expect(page.getByText(words.codeNotes.unknownLink)).toBeVisible()
  await button(page, frame.menu).click()
  await button(page, landing.features.toggle.more).first().click()
  await page.getByText(landing.film.read, { exact: true }).click()
  const hero = page.getByRole('form', { name: signUp.title })
  await button(hero, signUp.button).click()
  await expectTranslated(page)
  await hero.getByLabel(signUp.label).fill('a')
  await button(hero, signUp.button).click()
  await expectTranslated(page)
  await hero.getByLabel(signUp.label).fill(email)
  await button(hero, signUp.button).click()
  for (const index of words.questions.keys()) {
    await expect(page.getByRole('heading', { name: words.questions[index]!.question })).toBeVisible()
    const go = button(page, index === words.questions.length - 1 ? form.submit : form.next)
    await expectTranslated(page)
    await answerOpen(page, index)
    if (index === words.questions.length - 1)
      await page.route('**/api/waitlist/entries', (route) => route.abort(), { times: 1 })
    await go.click()
  }
  await expect(page.getByText(form.failed.title).first()).toBeVisible()
  await expectTranslated(page)
  await button(page, form.submit).click()
  await expect(page.getByRole('heading', { name: checkInbox.title })).toBeVisible()
  await expectTranslated(page)
  await page.goto(HOME)
  await expect(page.getByText(checkInbox.waiting.title)).toBeVisible()
  await expectTranslated(page)
  await page.getByText(checkInbox.waiting.title).click()
  await button(page, checkInbox.wrong).click()
  await expectTranslated(page)

  const [link] = await mailOf(smtp, { email, pattern: /\S+\/confirm#\S+/ })
  await page.goto(link)
  await expect(page.getByText(words.confirm.sets.one)).toBeVisible()
  await expectTranslated(page)
  await button(page, words.confirm.place.button).click()
  await expect(page).toHaveURL(`/${PSEUDO}/place`)
  await expect(page.getByText(email).first()).toBeVisible()
  await expectTranslated(page)
  await page.goto(link)
  await expect(page.getByText(words.confirm.already.title)).toBeVisible()
  await expectTranslated(page)
  await page.goto(`${link}x`)
  await expect(page.getByText(words.confirm.unknown.title)).toBeVisible()
  await expectTranslated(page)
})

test('no word of any state of a page is missing in a test language', async ({ page, startAs }) => {
  test.slow()
  await startAs('open')
  for (const path of ['/privacy', '/form', '/thank-you?position=38&referral=AB12CD', '/thank-you', '/nowhere'])
    await open(page, path)

  await open(page, '/contact')
  await button(page, words.contact.send).click()
  await expectTranslated(page)
  await page.getByLabel(words.contact.yourName).fill('Ôé')
  await page.getByLabel(words.contact.yourEmail).fill('a@example.com')
  await page.getByLabel(words.contact.yourMessage).fill('Ôñé')
  await page.route('**/api/contact', (route) => route.abort(), { times: 1 })
  for (const outcome of [words.contact.failed.description, words.contact.sent.title]) {
    await button(page, words.contact.send).click()
    await expect(page.getByText(outcome).first()).toBeVisible()
    await expectTranslated(page)
  }

  for (const button of [words.unsubscribe.button, words.unsubscribe.fewer.button]) {
    await page.goto(`/${PSEUDO}/unsubscribe?token=none`)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(words.unsubscribe.unknown.title)).toBeVisible()
    await expectTranslated(page)
  }

  const day = new Date().toISOString()
  for (const state of ['open', 'accepted', 'ended', 'called-back', 404, 503] as const) {
    await page.route('**/api/invitation', (route) =>
      typeof state === 'number'
        ? route.fulfill({ status: state, json: { error: { code: 'not-found', message: 'no' } } })
        : route.fulfill({ json: { state, ends_at: day } }),
    )
    await page.goto('about:blank')
    await page.goto(`/${PSEUDO}/invitation#token`)
    const { title } = words.seat[state === 404 ? 'unknown' : state === 503 ? 'failed' : state]
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectTranslated(page)
    await page.unroute('**/api/invitation')
  }

  const at = new Date(Date.now() - 3_600_000).toISOString()
  const answersTitle = words.place.answers.title
  const ownPlace = (wish: Parameters<typeof fakePlace>[0]) => {
    const own = { email: 'ada@example.com', full_name: 'Ôé', language: PSEUDO, ...wish }
    const made = underSite(words, () => fakePlace(own))
    return { ...made, answers: { ...made.answers, full_name: 'Ôé', business_name: 'Ôñé' } }
  }
  for (const [name, shown] of [
    ['full', ownPlace({ counted: 12, waiting: 3 })],
    ['first', ownPlace({ counted: 0, position: 1, rank: 1, wants_updates: false })],
    ['invited', ownPlace({ state: 'invited', rank: null, invitation: { ends_at: day }, wants_mail: false })],
    ['in', ownPlace({ state: 'admitted', rank: null, gets_mail: false, confirmed_at: null })],
    ['strange', ownPlace({ mailed: false, answers_hidden: true, language: 'en' })],
    ['moving', ownPlace({ waiting_change: { email: 'b@example.com', asked_at: at } })],
    ['ended', 404],
    ['failed', 503],
  ] as const) {
    await serve(page, shown)
    await page.goto('about:blank')
    await page.goto(`/${PSEUDO}/place#token`)
    const main = page.getByRole('main')
    const whole = typeof shown === 'number' ? main.locator('h1') : main.getByRole('heading', { name: answersTitle })
    await expect(whole).toBeVisible()
    await expectTranslated(page)
    if (name === 'full') await pressThrough(page)
    await page.unroute('**/api/place')
  }
})

/** Opens what a person can open at their own place. */
async function pressThrough(page: Page) {
  const { answers, email, leave } = words.place
  await page.getByRole('button', { name: answers.change }).first().click()
  await expectTranslated(page)
  await button(page, answers.cancel).click()
  await button(page, email.change).click()
  await button(page, email.send).click()
  await expectTranslated(page)
  await button(page, leave.open).click()
  await expectTranslated(page)
}
