import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { heroForm } from './visitor.ts'

test('the bar links to the landing and the contact page, and marks the current one', async ({ page, events }) => {
  const views = () => events.filter(({ name }) => name === 'page_view').map(({ path }) => path)
  await page.goto('/')
  // A click before that would load the next page whole, and the first page would not be counted.
  await expect.poll(views).toEqual(['/'])
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Get in Touch' })).toBeVisible()
  await expect(page).toHaveTitle(/Get in Touch/)
  await expect(bar.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('aria-current', 'page')
  await expect(bar.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current')
  await bar.getByRole('link', { name: site().brand.name }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(views).toEqual(['/', '/contact', '/'])
})

test('a click right after the first paint is a page view of its own', async ({ page, events }) => {
  // The click comes as soon as React answers, which can be before its effects have run.
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      const link = document.querySelector<HTMLElement>('nav a[href="/contact"]')
      if (!link || !Object.keys(link).some((key) => key.startsWith('__reactProps'))) return
      clearInterval(timer)
      link.click()
    }, 0)
  })
  await page.goto('/')
  await expect(page).toHaveURL('/contact')
  await expect
    .poll(() => events.filter(({ name }) => name === 'page_view').map(({ path }) => path))
    .toEqual(['/', '/contact'])
})

test('the bar stays while the page scrolls', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('heading', { name: 'Ready to Join?' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('link', { name: 'Contact Us' })).toBeInViewport()
})

test('on a phone the links are behind a button, and choosing one closes them', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const toggle = page.getByRole('button', { name: 'Open main menu' })
  const link = page.getByRole('link', { name: 'Contact Us' })
  await expect(link).toBeHidden()
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await link.click()
  await expect(page).toHaveURL('/contact')
  await expect(link).toBeHidden()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')

  await toggle.click()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(toggle).toBeFocused()
})

test('the sections are in order, with dividers between them', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'The Problem',
    'We Believe',
    'One Monday, with and without',
    'Our Features',
    'Ready to Join?',
  ])
  const pains = page.getByRole('region', { name: 'The Problem' }).getByRole('heading', { level: 3 })
  await expect(pains).toHaveText(['Admin time', 'Growth ceiling', 'Burnout', 'Missed opportunities'])
  await expect(page.getByRole('separator')).toHaveCount(3)
})

test('each feature opens and closes independently', async ({ page }) => {
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'Our Features' }).getByRole('listitem')
  const first = cards.filter({ has: page.getByRole('heading', { name: 'On-demand automation' }) })
  await expect(page.getByRole('button', { name: 'Learn More' })).toHaveCount(4)
  await expect(first.getByText('14 reminders')).toBeHidden()
  await first.getByRole('button', { name: 'Learn More' }).click()
  await expect(first.getByText('14 reminders')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Show Less' })).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('button', { name: 'Learn More' })).toHaveCount(3)
  await first.getByRole('button', { name: 'Show Less' }).click()
  await expect(first.getByText('14 reminders')).toBeHidden()
})

test('the film is fetched on a click, plays, and has a text version', async ({ page }) => {
  const films: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.mp4')) films.push(request.url())
  })
  await page.goto('/')
  const section = page.getByRole('region', { name: 'One Monday' })
  await section.scrollIntoViewIfNeeded()
  expect(films).toEqual([])
  await section.getByText('Read the film instead').click()
  await expect(section.getByText('The list is longer than the day.')).toBeVisible()

  const frame = section.locator('.film')
  const size = () => frame.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])
  const before = await size()
  await section.getByRole('button', { name: 'Play the film' }).click()
  const film = section.locator('video')
  await expect(film).toBeFocused()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  const [width, height] = await film.evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight])
  expect(width! / height!).toBeCloseTo(16 / 9)
  // Nothing below it moves.
  expect(await size()).toEqual(before)
  expect(films.length).toBeGreaterThan(0)
})

test('the captions match the words of the film', async ({ page, request }) => {
  const captions = await (await request.get('/film/captions.vtt')).text()
  expect(captions).toMatch(/^WEBVTT\n/)
  await page.goto('/')
  await page.getByText('Read the film instead').click()
  const words = await page.getByRole('region', { name: 'One Monday' }).getByRole('listitem').allTextContents()
  expect(words.length).toBeGreaterThan(0)
  const heard = await page.evaluate(
    (markup) => new DOMParser().parseFromString(markup, 'text/html').body.textContent,
    captions,
  )
  for (const text of words) expect(heard).toContain(`\n${text}\n`)
})

test('the page darkens while the film is in view', async ({ page }) => {
  await page.goto('/')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const before = await background()
  await page.getByRole('button', { name: 'Play the film' }).scrollIntoViewIfNeeded()
  await expect(page.locator('html')).toHaveAttribute('data-dimmed')
  await expect.poll(background).not.toBe(before)
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expect.poll(background).toBe(before)
})

test('taps and text before hydration are not lost', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Open main menu' }).click()
  await page.getByRole('button', { name: 'Learn More' }).first().click()
  await heroForm(page).getByLabel('Email').pressSequentially('nonsense')
  await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
  release()
  await expect(page.getByRole('link', { name: 'Contact Us' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show Less' })).toBeVisible()
  await expect(page.getByText('Invalid Email')).toBeVisible()
  await expect(heroForm(page).getByLabel('Email')).toHaveValue('nonsense')
})
