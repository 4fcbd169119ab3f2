import { expect, type Page, test } from '@playwright/test'
import { paths } from '#shared/site/paths.ts'
import { SiteView } from '#shared/site/site-editing.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { sampleAnswers } from '../test/sample-answers.ts'
import { newPlace, startServer, addressOf } from '../test/servers/server.ts'

const SUN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#5d81c3"/></svg>'

const SITE = `**${paths.api.adminSite}`
const DRAFT = `**${paths.api.adminSiteDraft}`
const SESSION = `**${paths.api.adminSession}`
const PUBLISH = `**${paths.api.adminSitePublish}`

/** Signs an owner in to a new list, and opens the editor. */
async function openEditor(page: Page) {
  const parts = new AsyncDisposableStack()
  const place = parts.use(await newPlace())
  const server = parts.use(startServer({ ...place.env, ADMIN_PASSWORD: OWNER_PASSWORD, RATE_LIMIT: 'off' }))
  const address = await addressOf(server)
  await page.request.post(`${address}/api/admin/session`, { data: { password: OWNER_PASSWORD } })
  await page.goto(`${address}/admin?view=site`)
  const press = async (label: 'Publish' | 'Discard') => {
    await page.getByRole('button', { name: `${label}...`, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: label }).click()
  }
  return {
    address,
    name: page.getByLabel('Name', { exact: true }),
    saved: page.getByText('Saved as a draft'),
    unsaved: page.getByText('Not saved yet'),
    noDraft: page.getByText(/^Visitors see version \d+\. What you change here waits/),
    press,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Holds the next request to this address, or its answer, until `release` is called. */
async function holdNext(page: Page, url: string, what: 'request' | 'answer') {
  const begun = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  await page.route(
    url,
    async (route) => {
      const response = what === 'answer' ? await route.fetch() : null
      begun.resolve()
      await free.promise
      await (response ? route.fulfill({ response }) : route.continue())
    },
    { times: 1 },
  )
  return { begun: begun.promise, release: free.resolve }
}

test('a founder changes the name, the colour, the logo and a question, adds one, publishes, and takes it all back', async ({
  page,
}) => {
  await using place = await newPlace()
  await using server = startServer({ ...place.env, ADMIN_PASSWORD: OWNER_PASSWORD, RATE_LIMIT: 'off' })
  const address = await addressOf(server)
  const saved = page.getByText('Saved as a draft')
  const live = (number: number) => page.getByText(`Visitors see version ${number}.`)
  await page.goto(`${address}/admin`)
  await page.getByLabel('Password').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Words, questions, colour' }).click()
  await expect(page.getByRole('heading', { name: 'Site', exact: true })).toBeFocused()

  await page.getByLabel('Name', { exact: true }).fill('')
  await expect(page.getByText('This must not be empty.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish...' })).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill('Second Sun')
  await page.getByLabel('Brand colour').fill('#12306b')
  await page.getByRole('button', { name: 'Use #5d81c3' }).click()
  const file = (name: string, content: string) => ({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(content) })
  await page.getByLabel('Logo file').setInputFiles(file('note.svg', 'A note'))
  await expect(page.getByText('note.svg is not an SVG, PNG, JPEG or WebP picture that can be read.')).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles(file('sun.svg', SUN))
  await expect(page.getByRole('img', { name: 'The logo on dark pages' })).toHaveJSProperty('naturalWidth', 80)
  await page.getByRole('button', { name: 'Edit: What is your job industry?' }).click()
  await page.getByRole('textbox', { name: 'Choice 1' }).fill('Barber or shaver')
  await page.getByRole('button', { name: 'Archive: Nail Artist' }).click()
  // The last question goes first, by keyboard.
  await page.getByLabel('A new question').fill('How many chairs have you?')
  await page.getByRole('button', { name: 'Add question' }).click()
  const handle = page.getByRole('button', { name: 'Move: How many chairs have you?' })
  const added = page.getByRole('listitem').filter({ has: handle })
  // A new question cannot be published before its choices have words.
  await expect(added.getByText('Choice 1 must not be empty.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish...' })).toBeDisabled()
  await added.getByRole('textbox', { name: 'Choice 1' }).fill('One')
  await added.getByRole('textbox', { name: 'Choice 2' }).fill('Several')
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('listitem').filter({ has: handle })).toHaveAttribute('data-dragging', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(saved).toBeVisible()
  await page.getByText('How it will look').click()
  const preview = page.frameLocator('iframe[title="Preview at 360 pixels"]')
  await expect(preview.getByText('Second Sun is the AI assistant')).toBeVisible()

  // The owner types on while a save is under way: the new words are saved next, without a conflict.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    '**/api/admin/site/draft',
    async (route) => {
      await held
      await route.continue()
    },
    { times: 1 },
  )
  const underWay = page.waitForRequest('**/api/admin/site/draft')
  await page.getByLabel('Name', { exact: true }).fill('Third Sun')
  await underWay
  await page.getByLabel('Name', { exact: true }).fill('Second Sun')
  const next = page.waitForResponse((response) => response.request().postData()?.includes('"Second Sun"') ?? false)
  release()
  expect((await next).status()).toBe(200)
  await expect(saved).toBeVisible()

  // What is typed is there after a reload too.
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Second Sun')
  await page.getByRole('button', { name: 'Publish...' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Also for everybody who chose it')
  await expect(question).toContainText('Nobody chose this. Nobody can choose it from now on.')
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(live(2)).toBeVisible()

  const visitor = await page.context().newPage()
  await visitor.goto(address)
  await expect(visitor).toHaveTitle('Second Sun: join the waitlist')
  await expect(visitor.getByRole('link', { name: 'Second Sun' })).toBeVisible()
  await expect(visitor.locator('.site-logo')).toHaveJSProperty('complete', true)
  const velvet = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-velvet'))
  expect(await velvet()).toBe('#5d81c3')
  await visitor.getByLabel('Email').first().fill('ada@example.com')
  await visitor.getByRole('button', { name: 'Join Waitlist' }).first().click()
  await expect(visitor.getByText('Question 1 of 8')).toBeVisible()

  await page
    .getByRole('button', { name: 'Publish again...: version 1' })
    .or(page.getByRole('button', { name: 'Publish again: version 1' }))
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click()
  await expect(live(3)).toBeVisible()
  // An open page keeps its version; a new page gets the published one.
  await expect(visitor.getByText('Question 1 of 8')).toBeVisible()
  await visitor.goto(address)
  await expect(visitor).toHaveTitle(/^Firstchair/)
})

test('words that are typed while a save fails, while a version is published, and before the editor is left, are kept', async ({
  page,
}) => {
  await using editor = await openEditor(page)
  const { name, saved, unsaved, press } = editor

  // The answer to the first request is lost, and the second does not arrive: no conflict, and nothing to press.
  let sent = 0
  await page.route(DRAFT, async (route) => {
    sent += 1
    if (sent === 1) await route.fetch()
    await route.abort()
  })
  await name.fill('First Sun')
  await expect(unsaved).toBeVisible()
  await name.fill('Second Sun')
  await expect.poll(() => sent).toBeGreaterThan(1)
  await expect(unsaved).toBeVisible()
  await page.unroute(DRAFT)
  await expect(saved).toBeVisible()

  const drawing = await holdNext(page, PUBLISH, 'request')
  await press('Publish')
  await name.fill('Third Sun')
  drawing.release()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expect(name).toHaveValue('Third Sun')
  await expect(saved).toBeVisible()

  // The saved words are there at once when the owner comes back, before the site was fetched again.
  const stored = page.waitForResponse(DRAFT)
  await name.fill('Fourth Sun')
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  expect((await stored).status()).toBe(200)
  const fetching = await holdNext(page, SITE, 'request')
  await page.goBack()
  await expect(name).toHaveValue('Fourth Sun')
  fetching.release()

  // The preview keeps the last page that could be drawn.
  await page.getByText('How it will look').click()
  const frame = page.frameLocator('iframe[title="Preview at 360 pixels"]')
  await expect(frame.getByRole('link', { name: 'Fourth Sun' })).toBeVisible()
  await name.fill('')
  await expect(page.getByText('Correct the marked fields first.')).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Fourth Sun' })).toBeVisible()
  await name.fill('Fifth Sun')
  await expect(frame.getByRole('link', { name: 'Fifth Sun' })).toBeVisible()

  // A group of words stays open when what was wrong in it is put right.
  const words = page.getByRole('group').filter({ hasText: 'Show all words' }).first()
  await words.getByText('Show all words').click()
  const lead = words.getByRole('textbox').first()
  const before = await lead.inputValue()
  await lead.fill('')
  await expect(words.getByText('This must not be empty.')).toBeVisible()
  await lead.fill(before)
  await expect(words.getByText('This must not be empty.')).toBeHidden()
  await expect(saved).toBeVisible()
  await expect(lead).toBeFocused()
  await expect(lead).toBeVisible()
})

test('words that cannot be saved outlive the editor and the session, and are tried again while people join', async ({
  page,
}) => {
  await using editor = await openEditor(page)
  const { address, name, saved, unsaved } = editor
  const loseNetwork = () => page.route(DRAFT, (route) => route.abort())
  await loseNetwork()
  await name.fill('First Sun')
  await expect(unsaved).toBeVisible()
  await page.unroute(DRAFT)
  let joined = 0
  const joinUntilSaved = async () => {
    joined += 1
    const data = { ...sampleAnswers(), email: `friend-${joined}@example.com` }
    expect((await page.request.post(address + paths.api.entries, { data })).status()).toBe(201)
    return saved.isVisible()
  }
  await expect.poll(joinUntilSaved, { intervals: [1_000] }).toBe(true)

  await loseNetwork()
  await name.fill('Second Sun')
  await expect(unsaved).toBeVisible()
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await page.goBack()
  await expect(name).toHaveValue('Second Sun')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByLabel('Password').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(name).toHaveValue('Second Sun')
  await page.unroute(DRAFT)
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Second Sun')
})

test('a draft stays discarded, and published, whatever was under way and whichever answer is lost', async ({
  page,
}) => {
  await using editor = await openEditor(page)
  const { address, name, saved, noDraft, press } = editor
  const first = await name.inputValue()
  const save = await holdNext(page, DRAFT, 'request')
  await name.fill('First Sun')
  await save.begun
  await press('Discard')
  await expect(page.getByRole('button', { name: 'Discard...' })).toBeDisabled()
  save.release()
  await expect(noDraft).toBeVisible()
  await expect(name).toHaveValue(first)
  const { draft } = (await (await page.request.get(address + paths.api.adminSite)).json()) as { draft: unknown }
  expect(draft).toBeNull()

  // The site as it was before the draft was discarded arrives later.
  await name.fill('Second Sun')
  await expect(saved).toBeVisible()
  const fetching = await holdNext(page, SITE, 'answer')
  let isFetching = false
  void fetching.begun.then(() => (isFetching = true))
  const comeBack = async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    return isFetching
  }
  await expect.poll(comeBack).toBe(true)
  await press('Discard')
  await expect(noDraft).toBeVisible()
  const late = page.waitForResponse(SITE)
  fetching.release()
  await late
  await expect(name).toHaveValue(first)

  // Publish waits until the last change is checked.
  const publish = page.getByRole('button', { name: 'Publish...', exact: true })
  await name.fill('Third Sun')
  await expect(publish).toBeEnabled()
  const check = await holdNext(page, `**${paths.api.adminSiteCheck}`, 'request')
  await name.fill('Fourth Sun')
  await check.begun
  await expect(publish).toBeDisabled()
  check.release()
  await expect(publish).toBeEnabled()

  const reason = 'The pages could not be drawn.'
  const error = { code: 'site-not-drawn', message: reason }
  await page.route(PUBLISH, (route) => route.fulfill({ status: 503, json: { error } }), { times: 1 })
  await press('Publish')
  await expect(page.getByText(reason)).toBeVisible()
  await name.fill('Fifth Sun')
  await expect(page.getByText(reason)).toBeHidden()

  await page.route(
    PUBLISH,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press('Publish')
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expect(noDraft).toBeVisible()
  await expect(name).toHaveValue('Fifth Sun')
})

test('of two owners who work on one draft, none discards or publishes what the other has just changed', async ({
  page,
}) => {
  await using editor = await openEditor(page)
  const { address, name, saved, unsaved, noDraft, press } = editor
  const read = async () => SiteView.parse(await (await page.request.get(address + paths.api.adminSite)).json())
  /** The other owner saves before this owner's request arrives. */
  const saveTheirs = async (theirs: string) => {
    const { document, draft, newest } = await read()
    const brand = { ...(document.brand as object), name: theirs }
    const data = { document: { ...document, brand }, base: newest, revision: draft?.revision ?? 0 }
    expect((await page.request.put(address + paths.api.adminSiteDraft, { data })).status()).toBe(200)
  }
  const overtake = (url: string, theirs: string) =>
    page.route(
      url,
      async (route) => {
        await saveTheirs(theirs)
        await route.continue()
      },
      { times: 1 },
    )
  await name.fill('First Sun')
  await expect(saved).toBeVisible()
  await overtake(`${DRAFT}?*`, 'Second Sun')
  await press('Discard')
  await expect(page.getByText('Nothing was discarded')).toBeVisible()
  await expect(name).toHaveValue('Second Sun')
  expect((await read()).draft).not.toBeNull()

  await overtake(DRAFT, 'Third Sun')
  await name.fill('Fourth Sun')
  await expect(page.getByRole('button', { name: 'Keep mine' })).toBeVisible()
  await name.fill('Fifth Sun')
  await expect(unsaved).toBeVisible()
  await press('Discard')
  await expect(noDraft).toBeVisible()
  expect((await read()).draft).toBeNull()

  await name.fill('Sixth Sun')
  await expect(saved).toBeVisible()
  const publishing = await holdNext(page, PUBLISH, 'request')
  await press('Publish')
  await publishing.begun
  const data = { revision: (await read()).draft!.revision }
  expect((await page.request.post(address + paths.api.adminSitePublish, { data })).status()).toBe(202)
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  const refused = page.waitForResponse(PUBLISH)
  publishing.release()
  expect((await refused).status()).toBe(409)
  await page.waitForResponse(SITE)
  await page.goBack()
  await expect(page.getByText('Somebody else has changed this draft meanwhile.')).toBeVisible()
  await expect(noDraft).toBeVisible()
  await expect(page.getByText('Published', { exact: true })).toHaveCount(0)
})

test('words that could not be saved are shown to their own account only', async ({ page }) => {
  await using editor = await openEditor(page)
  const { name, saved, unsaved, noDraft } = editor
  const before = await name.inputValue()
  await page.route(DRAFT, (route) => route.abort())
  await name.fill('First Sun')
  await expect(unsaved).toBeVisible()
  const signInAs = async (other: object | null) => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.unroute(SESSION)
    if (other) {
      await page.route(SESSION, async (route) => {
        if (route.request().method() !== 'GET') return route.continue()
        const response = await route.fetch()
        const json = await response.json()
        return route.fulfill({ response, json: { ...json, account: json.account && { ...json.account, ...other } } })
      })
    }
    await page.getByLabel('Password').fill(OWNER_PASSWORD)
    await page.getByRole('button', { name: 'Access Dashboard' }).click()
  }
  /** Whether the browser would ask before it leaves the page. */
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asks()).toBe(true)

  await signInAs({ id: crypto.randomUUID(), role: 'reader' })
  await expect(page.getByText('Your account may not open this page.')).toBeVisible()
  expect(await asks()).toBe(false)

  await signInAs({ id: crypto.randomUUID() })
  await expect(noDraft).toBeVisible()
  await expect(name).toHaveValue(before)

  await signInAs(null)
  await expect(name).toHaveValue('First Sun')
  expect(await asks()).toBe(true)
  await page.unroute(DRAFT)
  await expect(saved).toBeVisible()
})

test('the preview waits until the draft is saved and can be drawn', async ({ page }) => {
  await using editor = await openEditor(page)
  const { name, noDraft, press } = editor
  const statuses = new Set<number>()
  page.on('response', (response) => {
    if (response.url().includes(paths.api.adminSitePreview)) statuses.add(response.status())
  })
  const preview = page.getByText('How it will look')
  const frame = page.frameLocator('iframe[title="Preview at 360 pixels"]')
  const fault = page.getByText('Correct the marked fields first.')
  const save = await holdNext(page, DRAFT, 'request')
  await name.fill('First Sun')
  await save.begun
  await preview.click()
  save.release()
  await expect(frame.getByRole('link', { name: 'First Sun' })).toBeVisible()

  await preview.click()
  await name.fill('')
  await expect(page.getByText('This must not be empty.')).toBeVisible()
  await preview.click()
  await expect(fault).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await name.fill('Second Sun')
  await expect(frame.getByRole('link', { name: 'Second Sun' })).toBeVisible()

  // Another page is shown once it can be drawn.
  await name.fill('')
  await expect(fault).toBeVisible()
  await page.getByLabel('Page or mail').selectOption('Contact')
  await name.fill('Third Sun')
  await expect(frame.getByLabel('Your Message')).toBeVisible()

  await press('Discard')
  await expect(noDraft).toBeVisible()
  await name.fill('')
  await expect(fault).toBeVisible()
  expect([...statuses]).toEqual([200])
})

test(
  'the words of every page and mail can be written where they stand, and a link shows the draft for a day',
  { tag: '@long' },
  async ({ page, browser }) => {
    await using editor = await openEditor(page)
    const { address } = editor
    await page.getByText('How it will look').click()
    const shown = page.frameLocator('iframe[title="Preview at 360 pixels"]')
    const write = async (path: string, text: string) => {
      const field = shown.locator(`[data-path="${path}"]`).first()
      await field.click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    }
    await write('landing.lead', '{brand} sweeps the floor.')
    await shown.getByRole('textbox', { name: 'Headline, after' }).click()
    await expect(shown.getByText('Firstchair sweeps the floor.')).toBeVisible()
    await expect(page.getByText('Saved as a draft')).toBeVisible()
    // The frame was not reloaded, so the field still has the focus.
    await expect(shown.getByRole('textbox', { name: 'Headline, after' })).toBeFocused()
    // A word that is longer than a phone is wide breaks.
    await write('landing.headline.after', 'Donaudampfschifffahrtsgesellschaftskapitänsmütze.')
    const tooWide = () => shown.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
    expect(await tooWide()).toBe(0)
    await page.getByLabel('Page or mail').selectOption('Mail: welcome')
    await write('mails.welcome.text', 'Donaudampfschifffahrtsgesellschaftskapitänsmütze.')
    expect(await tooWide()).toBe(0)
    await write('mails.welcome.text', 'Sit down.')
    await expect(page.getByText('Saved as a draft')).toBeVisible()
    await page.getByLabel('Page or mail').selectOption('Questions')
    await expect(shown.getByRole('group', { name: 'What is your job industry?' })).toBeVisible()

    await page.getByRole('button', { name: 'Make a link to the draft' }).click()
    const link = await page.getByLabel('Link to the draft').inputValue()
    const stranger = await browser.newPage()
    expect((await stranger.goto(`${address}/preview/shown?show=form`))!.status()).toBe(404)
    await stranger.goto(link)
    await expect(stranger.getByText('A draft of Firstchair')).toBeVisible()
    expect(stranger.url()).toBe(`${address}/preview`)
    const drawn = stranger.frameLocator('iframe')
    await expect(drawn.getByText('Firstchair sweeps the floor.')).toBeVisible()
    await stranger.getByRole('navigation', { name: 'Mails' }).getByRole('link', { name: 'Welcome' }).click()
    await expect(drawn.getByText('Sit down.')).toBeVisible()
    // Opened by itself, a page of the draft sends nothing either.
    await stranger.goto(`${address}/preview/shown?show=contact`)
    await stranger.getByLabel('Your Name').fill('Mia')
    await stranger.getByLabel('Your Email').fill('mia@example.com')
    await stranger.getByLabel('Your Message').fill('Hello?')
    await stranger.getByRole('button', { name: 'Send Message' }).click()
    await expect(stranger.getByLabel('Your Message')).toHaveValue('Hello?')
    // While the owner has something to put right, the link says so.
    await page.getByLabel('Name', { exact: true }).fill('')
    await expect(page.getByText('This must not be empty.')).toBeVisible()
    await stranger.goto(`${address}/preview`)
    await expect(drawn.getByText('its owner is changing it')).toBeVisible()
    // Visitors see nothing of the draft.
    await stranger.goto(address)
    await expect(stranger.getByText('sweeps the floor')).toHaveCount(0)
    await stranger.close()
  },
)
