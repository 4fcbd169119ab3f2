import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { SiteView } from '#shared/site/site-editing.ts'
import { site } from '#shared/site/site.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { newOwnPlace } from './own-place.ts'
import { ownServer } from './own-server.ts'
import { openActivity } from './owner.ts'
import { ROUTES } from '#shared/routes.ts'

const SUN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#5d81c3"/></svg>'
const DRAFT = `**${ROUTES.saveDraft.path}`
const SESSION = `**${ROUTES.session.path}`

/** Signs an owner in to a new list, and opens the editor. */
async function openEditor(page: Page) {
  const parts = new AsyncDisposableStack()
  const place = parts.use(await newOwnPlace())
  const { address } = parts.use(await ownServer({ ...place.env, RATE_LIMIT: 'off' }))
  await page.request.post(`${address}/api/admin/session`, { data: { password: OWNER_PASSWORD } })
  await page.goto(`${address}/admin/settings/site`)
  const press = async (label: 'Publish' | 'Discard') => {
    await page.getByRole('button', { name: `${label}...`, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: label }).click()
  }
  return {
    address,
    name: page.getByLabel('Name', { exact: true }),
    saved: page.getByText('Draft saved'),
    unsaved: page.getByText('Not saved yet'),
    live: (number: number) => page.getByText(`Version ${number} is live`, { exact: true }),
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    frame: page.frameLocator('.site-frame iframe'),
    press,
    read: async () => SiteView.parse(await (await page.request.get(address + ROUTES.site.path)).json()),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function signIn(page: Page) {
  await page.getByLabel('Password').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
}

test('a founder changes the name, the colour and the logo, publishes, and uses the first version again', async ({
  page,
}) => {
  await using editor = await openEditor(page)
  const { address, name, live, press, tab } = editor
  await expect(page.getByRole('heading', { name: 'Site and questions', exact: true })).toBeFocused()
  // A second copy of a stylesheet would win over the colours of the site.
  const styles = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href))
  expect(new Set(styles).size).toBe(styles.length)

  await name.fill('Second Sun')
  await page.getByLabel('Brand colour').fill('#12306b')
  const file = (name: string, content: string) => ({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(content) })
  await page.getByLabel('Logo file').setInputFiles(file('note.svg', 'A note'))
  await expect(
    page.getByText(
      'note.svg is damaged, or not an SVG, PNG, JPEG or WebP picture. Export it again, or choose another file.',
    ),
  ).toBeVisible()
  await page.getByLabel('Logo file').setInputFiles(file('sun.svg', SUN))
  await expect(page.getByRole('img', { name: 'The logo on dark pages' })).toHaveJSProperty('naturalWidth', 80)
  await press('Publish')
  await expect(live(2)).toBeVisible()

  const visitor = await page.context().newPage()
  await visitor.goto(address)
  await expect(visitor).toHaveTitle('Second Sun: join the waitlist')
  await expect(visitor.locator('.site-logo')).toHaveJSProperty('complete', true)
  await expect(visitor.getByText('Nobody picked up the scissors')).toHaveCSS('color', 'rgb(255, 255, 255)')

  await tab('History')
  await page.getByRole('button', { name: 'Use this version again: version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use this version again' }).click()
  await expect(live(3)).toBeVisible()
  await visitor.goto(address)
  await expect(visitor).toHaveTitle(/^Firstchair/)
  await openActivity(page)
  await expect(page.getByRole('heading', { name: 'Version 3 of the site published' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo: Version 3 of the site published' })).toHaveCount(0)
})

test('a founder rewords a choice, archives one, adds a question and moves it by keyboard', async ({ page }) => {
  await using editor = await openEditor(page)
  const { tab, saved } = editor
  await tab('Questions')
  await page.getByRole('button', { name: 'Edit: What is your job industry?' }).click()
  await page.getByRole('textbox', { name: 'Choice 1' }).fill('Barber or shaver')
  await page.getByRole('button', { name: 'Archive: Nail Artist' }).click()
  await page.getByLabel('New question').fill('How many chairs have you?')
  await page.getByRole('button', { name: 'Add question' }).click()
  const handle = page.getByRole('button', { name: 'Move: How many chairs have you?' })
  const added = page.getByRole('listitem').filter({ has: handle })
  // A new question cannot be published before its choices have words. That is no fault before they are left.
  await expect(page.getByRole('button', { name: 'Question “How many chairs have you?”, choice 1' })).toBeVisible()
  await expect(added.getByText('Choice 1 must not be empty.')).toHaveCount(0)
  await added.getByRole('textbox', { name: 'Choice 1' }).focus()
  await page.getByLabel('New question').focus()
  await expect(added.getByText('Choice 1 must not be empty.')).toBeVisible()
  await added.getByRole('textbox', { name: 'Choice 1' }).fill('One')
  await added.getByRole('textbox', { name: 'Choice 2' }).fill('Several')
  await added.getByRole('switch', { name: 'Required' }).uncheck()
  await expect(added.getByRole('figure').locator('label')).toHaveText(['One', 'Several'])
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('listitem').filter({ has: handle })).toHaveAttribute('data-dragging', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(saved).toBeVisible()

  await page.getByRole('button', { name: 'Publish...' }).click()
  await expect(page.getByRole('dialog')).toContainText('Also for everybody who chose it')
  await expect(page.getByRole('dialog')).toContainText('Nobody chose this. Nobody can choose it from now on.')
})

test('a baker takes the questions of a shop, asks for a number, and brings a question back', async ({ page }) => {
  await using editor = await openEditor(page)
  const { address, live, press, tab } = editor
  await tab('Questions')
  await page.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Shop' }).click()
  await page.getByRole('button', { name: 'Use these questions...' }).click()
  await expect(page.getByRole('dialog')).toContainText('No longer asked: their answers are kept')
  await page.getByRole('dialog').getByRole('button', { name: 'Use these questions' }).click()
  await page.getByLabel('New question').fill('How many loaves a week?')
  await page.getByLabel('Answer type').click()
  await page.getByRole('option', { name: 'Number' }).click()
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('button', { name: 'Edit: How many loaves a week?' }).click()
  const loaves = page.getByRole('listitem').filter({ hasText: 'How many loaves a week?' }).first()
  await loaves.getByLabel('Largest number (optional)').fill('20')
  await page.getByRole('button', { name: 'Edit: What are you looking forward to?' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
  await page.getByText('Removed questions (7)').click()
  await page.getByRole('button', { name: 'Edit: What is your name?' }).click()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await press('Publish')
  await expect(live(2)).toBeVisible()

  const visitor = await page.context().newPage()
  await visitor.goto(address)
  await visitor.getByPlaceholder('Enter your email').first().fill('mia@example.com')
  await visitor.getByRole('button', { name: 'Join Waitlist' }).first().click()
  await visitor.getByText('Every week').click()
  await visitor.getByRole('button', { name: 'Next' }).click()
  await visitor.getByLabel('Where do you live?').waitFor()
  await visitor.getByRole('button', { name: 'Next' }).click()
  const field = visitor.getByLabel('How many loaves a week?')
  await field.fill('21')
  await visitor.getByRole('button', { name: 'Next' }).click()
  await expect(visitor.getByRole('alert').filter({ hasText: site().form.faults.number })).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('2')
  await visitor.getByRole('button', { name: 'Next' }).click()
  await visitor.getByLabel('What is your name?').fill('Mia')
  await visitor.getByRole('button', { name: 'Submit' }).click()
  await visitor.waitForURL(/thank-you/)
  await page.goto(`${address}/admin/figures?tab=charts`)
  await expect(page.getByRole('heading', { name: 'How many loaves a week?' })).toBeVisible()
  await expect(page.getByText('Provider Type Distribution')).toHaveCount(0)
})

test('a film is an address: a wrong one is refused at its field, and a right one loads after a press only', async ({
  page,
}) => {
  await using editor = await openEditor(page)
  const { address, live, press, tab } = editor
  await tab('Home page')
  await page.getByRole('button', { name: 'Edit: Film' }).click()
  const film = page.getByLabel('Film', { exact: true })
  await film.fill('http://salon.example/film.mp4')
  await expect(
    page.getByText(
      'This must be a link to a film on YouTube or Vimeo, or an https address that ends in .mp4 or .webm.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish...' })).toBeDisabled()
  await tab('History')
  await page.getByRole('button', { name: 'Film', exact: true }).click()
  await expect(film).toBeFocused()
  await film.fill('https://youtu.be/dQw4w9WgXcQ')
  await press('Publish')
  await expect(live(2)).toBeVisible()

  const visitor = await page.context().newPage()
  const asked: string[] = []
  await visitor.route(/^https:/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<p>The film plays</p>' })
  })
  await visitor.goto(address)
  const play = visitor.getByRole('button', { name: 'Play the film' })
  await play.scrollIntoViewIfNeeded()
  expect(asked).toEqual([])
  await play.click()
  await expect(visitor.frameLocator('.film iframe').getByText('The film plays')).toBeVisible()
  expect(new URL(asked[0]!).host).toBe('www.youtube-nocookie.com')
  await visitor.goto(`${address}/privacy`)
  await expect(visitor.getByText('comes from YouTube (www.youtube-nocookie.com).')).toBeVisible()

  await page.getByRole('button', { name: 'Remove film' }).click()
  await press('Publish')
  await expect(live(3)).toBeVisible()
  await visitor.goto(address)
  await expect(visitor.getByRole('button', { name: 'Learn More' }).first()).toBeVisible()
  await expect(play).toHaveCount(0)
})

test('blocks of the first page are switched off and moved, items are added and removed, and Undo takes a change back', async ({
  page,
}) => {
  await using editor = await openEditor(page)
  const { address, frame, live, press, tab } = editor
  await tab('Home page')
  await page.getByRole('switch', { name: 'Show Problem' }).uncheck()
  await page.getByRole('switch', { name: 'Show Film' }).uncheck()
  await page.getByRole('switch', { name: 'Show Questions and answers' }).check()
  await page.getByRole('switch', { name: 'Show Quote' }).uncheck()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('switch', { name: 'Show Quote' })).toBeChecked()
  await page.getByRole('button', { name: 'Edit: Questions and answers' }).click()
  await expect(frame.getByRole('heading', { name: 'Questions and answers' })).toBeInViewport()

  await page.getByRole('button', { name: 'Edit: Features' }).click()
  await page.getByRole('button', { name: 'Remove: Feature 1' }).click()
  const last = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Move: Feature 3' }) })
    .last()
  await expect(last.getByLabel('Title')).toHaveValue('Business planning')
  await page.getByRole('button', { name: 'Add feature' }).click()
  const added = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Move: Feature 4' }) })
    .last()
  await added.getByLabel('Title').fill('Warm bread')
  await added.getByLabel('Text').fill('From seven in the morning.')
  await added.getByLabel('Drawing').selectOption('Loaf')
  const buffer = await readFile('public/icon-192.png')
  await last.getByLabel('Picture file').setInputFiles({ name: 'us.png', mimeType: 'image/png', buffer })
  await last.getByLabel('What the picture shows').fill('The three of us')
  await press('Publish')
  await expect(live(2)).toBeVisible()

  const visitor = await page.context().newPage()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 2 })).toHaveText([
    'We Believe',
    'Our Features',
    'Questions and answers',
    'Ready to Join?',
  ])
  await expect(visitor.getByRole('heading', { level: 3 })).toHaveText([
    'Growth strategy',
    'Content ideas',
    'Business planning',
    'Warm bread',
  ])
  await visitor.getByRole('img', { name: 'The three of us' }).scrollIntoViewIfNeeded()
  await expect(visitor.getByRole('img', { name: 'The three of us' })).toHaveJSProperty('naturalWidth', 192)
  await visitor.getByText('When does it open?').click()
  await expect(visitor.getByText('We write to you when it is your turn')).toBeVisible()
  // Nothing of what is off is sent.
  const html = await (await page.request.get(address)).text()
  expect(html).not.toContain('Growth ceiling')
})

test('the headline and form is moved by keyboard, beside blocks that are off', async ({ page }) => {
  await using editor = await openEditor(page)
  const { address, live, press, tab } = editor
  await tab('Home page')
  const handle = page.getByRole('button', { name: 'Move: Headline and form' })
  const item = page.locator('li').filter({ has: handle })
  const order = () =>
    page.getByRole('button', { name: /^Move: / }).evaluateAll((all) => all.map((one) => one.ariaLabel))
  const move = async (key: string, numbers: number[]) => {
    await handle.focus()
    await page.keyboard.press('Space')
    await expect(item).toHaveAttribute('data-dragging', 'true')
    for (const number of numbers) {
      await page.keyboard.press(key)
      await expect(page.getByText(`Headline and form is number ${number} of 6.`)).toBeAttached()
    }
    await page.keyboard.press('Space')
    await expect(item).not.toHaveAttribute('data-dragging')
  }
  await move('ArrowDown', [2])
  expect((await order()).indexOf('Move: Headline and form')).toBe(1)
  // Past the last one that is on, there is nothing to be moved over.
  await move('ArrowDown', [3, 4, 5, 6, 6])
  expect((await order()).at(-1)).toBe('Move: Headline and form')
  await move('ArrowUp', [5])
  expect((await order()).at(-2)).toBe('Move: Headline and form')
  await press('Publish')
  await expect(live(2)).toBeVisible()
  const visitor = await page.context().newPage()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: /business in the first chair/ })).toBeVisible()
})

test('the headline and form can be off while another block has a form', async ({ page }) => {
  await using editor = await openEditor(page)
  const { address, live, press, tab } = editor
  await tab('Home page')
  await page.getByRole('switch', { name: 'Show Headline and form' }).uncheck()
  await page.getByRole('switch', { name: 'Show Ready to join' }).uncheck()
  const problem = 'must show ‘Headline and form’ or ‘Ready to join’: without one of them, nobody can join.'
  await expect(page.getByText(`The page ${problem}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await page.getByRole('switch', { name: 'Show Ready to join' }).check()
  await press('Publish')
  await expect(live(2)).toBeVisible()

  const visitor = await page.context().newPage()
  await visitor.goto(`${address}/?ref=K7Q2ZD`)
  await expect(visitor.getByRole('heading').first()).toHaveText('Firstchair')
  await expect(visitor.getByRole('heading', { name: /business in the first chair/ })).toHaveCount(0)
  await expect(visitor.getByText('have already joined')).toBeVisible()
  await visitor.getByRole('textbox', { name: 'Email' }).fill('ana@example.com')
  await visitor.getByRole('textbox', { name: 'Email' }).press('Enter')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('What is your name?')

  await page.getByRole('switch', { name: 'Show Headline and form' }).check()
  await press('Publish')
  await expect(live(3)).toBeVisible()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: /business in the first chair/ })).toBeVisible()
})

test('the preview follows the saved draft and stays where it is, and a link shares it until it is revoked', async ({
  page,
  browser,
}) => {
  await using editor = await openEditor(page)
  const { address, name, frame, saved } = editor
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  await frame.getByText('Our Features').scrollIntoViewIfNeeded()
  await page.getByLabel('Find text on your site').fill('our features')
  await page.getByRole('textbox', { name: 'Home page: Features, title' }).fill('What it does for you')
  await expect(frame.getByText('What it does for you')).toBeInViewport()
  // While something is wrong, the last page that could be drawn stays.
  await page.getByLabel('Find text on your site').fill('')
  await name.fill('')
  await expect(page.getByText('Fix the highlighted fields to update it.')).toBeVisible()
  await expect(frame.getByText('What it does for you')).toBeVisible()
  await name.fill('Second Sun')
  await expect(frame.getByRole('link', { name: 'Second Sun' })).toBeVisible()
  await frame.getByRole('link', { name: 'Contact Us' }).first().click()
  await expect(frame.getByLabel('Your Message')).toBeVisible()
  await expect(saved).toBeVisible()

  await page.getByRole('button', { name: 'Share preview' }).click()
  const link = await page.getByLabel('Preview link').inputValue()
  const stranger = await browser.newPage()
  await stranger.goto(link)
  await expect(stranger.getByText('Draft of Second Sun')).toBeVisible()
  await expect(stranger.frameLocator('iframe').getByText('What it does for you')).toBeVisible()
  // Opened by itself, a page of the draft sends nothing either.
  await stranger.goto(`${address}/preview/shown?show=contact`)
  await stranger.getByLabel('Your Name').fill('Mia')
  await stranger.getByLabel('Your Email').fill('mia@example.com')
  await stranger.getByLabel('Your Message').fill('Hello?')
  await stranger.getByRole('button', { name: 'Send Message' }).click()
  await expect(stranger.getByLabel('Your Message')).toHaveValue('Hello?')
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await expect(page.getByRole('button', { name: 'Share preview' })).toBeVisible()
  await stranger.goto(link)
  await expect(stranger.getByText('expired or was revoked')).toBeVisible()
  await stranger.close()
})

test('words that cannot be saved outlive the editor and the session', async ({ page }) => {
  await using editor = await openEditor(page)
  const { name, saved, unsaved, live, press } = editor
  const first = await name.inputValue()
  await page.route(DRAFT, (route) => route.abort())
  await name.fill('Second Sun')
  await expect(unsaved).toBeVisible()
  await openActivity(page)
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  // Past the first page of the settings.
  await page.goBack()
  await page.goBack()
  await expect(name).toHaveValue('Second Sun')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await signIn(page)
  await expect(name).toHaveValue('Second Sun')
  await page.unroute(DRAFT)
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Second Sun')
  await press('Discard')
  await expect(live(1)).toBeVisible()
  await expect(name).toHaveValue(first)
})

test('of two owners who work on one draft, the second sees both texts and chooses', async ({ page }) => {
  await using editor = await openEditor(page)
  const { address, name, saved, unsaved, read } = editor
  await name.fill('First Sun')
  await expect(saved).toBeVisible()
  const { document, draft, newest } = await read()
  const theirs = { ...document, brand: { ...(document.brand as object), name: 'Their Sun' } }
  const data = { document: theirs, base: newest, revision: crypto.randomUUID(), replaces: draft!.revision }
  expect((await page.request.put(address + ROUTES.saveDraft.path, { data })).status()).toBe(204)

  await name.fill('My Sun')
  const choice = page.getByRole('alert').filter({ hasText: 'Someone else changed this draft' })
  await expect(choice).toContainText('Yours: My Sun')
  await expect(choice).toContainText('Theirs: Their Sun')
  await expect(unsaved).toBeVisible()
  await expect(page.getByRole('button', { name: 'Discard...' })).toBeDisabled()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(saved).toBeVisible()
  expect((await read()).draft!.document.brand).toMatchObject({ name: 'My Sun' })
})

test('words that could not be saved are shown to their own account only', async ({ page }) => {
  await using editor = await openEditor(page)
  const { name, saved, unsaved, live } = editor
  const before = await name.inputValue()
  await page.route(DRAFT, (route) => route.abort())
  await name.fill('First Sun')
  await expect(unsaved).toBeVisible()
  const signInAs = async (other: object | null) => {
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.unroute(SESSION)
    if (other)
      await page.route(SESSION, async (route) => {
        if (route.request().method() !== 'GET') return route.continue()
        const response = await route.fetch()
        const json = await response.json()
        return route.fulfill({ response, json: { ...json, account: json.account && { ...json.account, ...other } } })
      })
    await signIn(page)
  }
  /** Whether the browser would ask before it leaves the page. */
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asks()).toBe(true)

  await signInAs({ id: crypto.randomUUID() })
  await expect(live(1)).toBeVisible()
  await expect(name).toHaveValue(before)
  expect(await asks()).toBe(false)

  await signInAs(null)
  await expect(name).toHaveValue('First Sun')
  await page.unroute(DRAFT)
  await expect(saved).toBeVisible()
})
