import type { Locator } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { answer, freshEmail, signUp } from './visitor.ts'

const ENTRIES = '**/api/waitlist/entries'

test('the whole form works from the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(freshEmail('keys'))
  await page.keyboard.press('Enter')

  const sent = page.waitForRequest(ENTRIES)
  for (const { name, kind, question } of site().questions) {
    await expect(
      kind === 'text' ? page.getByLabel(question) : page.getByRole('heading', { name: question }),
    ).toBeFocused()
    if (kind === 'text') await page.keyboard.type('Ada')
    else {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
    }
    if (name === 'job_industry') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  expect((await sent).postDataJSON()).toMatchObject({ full_name: 'Ada', job_industry: 'Hairdresser' })
  await expect(page.getByRole('heading', { name: "You're In!" })).toBeFocused()
})

test('an on-screen keyboard that leaves little room hides neither the field nor Next', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await signUp(page, freshEmail('phone'))
  await page.setViewportSize({ width: 360, height: 380 })
  await page.getByLabel('What is your name?').focus()
  await expect(page.getByLabel('What is your name?')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
  // In landscape orientation.
  await page.setViewportSize({ width: 740, height: 150 })
  await page.getByLabel('What is your name?').click()
  await expectUncovered(page.getByLabel('What is your name?'))
  await expect(page.getByLabel('What is your name?')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 380 })

  await answer(page, { until: 'problems' })
  await page.getByRole('checkbox', { name: 'Other', exact: true }).check()
  await page.getByPlaceholder('Please specify...').focus()
  await expect(page.getByPlaceholder('Please specify...')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
  const field = (await page.getByPlaceholder('Please specify...').boundingBox())!
  const next = (await page.getByRole('button', { name: 'Next' }).boundingBox())!
  expect(field.y + field.height).toBeLessThanOrEqual(next.y)
})

test('the bar with the buttons never hides the focused choice or field', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await signUp(page, freshEmail('focus'))
  const windows = [
    { width: 1280, height: 720 },
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]
  await page.setViewportSize(windows.at(-1)!)
  await expectUncovered(page.getByLabel('What is your name?'))

  for (const [from, until] of [
    ['full_name', 'problems'],
    ['problems', 'goals'],
  ] as const) {
    await answer(page, { from, until })
    for (const window of windows) {
      await page.setViewportSize(window)
      await page.getByRole('heading', { level: 1 }).focus()
      for (const choice of await page.getByRole('checkbox').all()) {
        await page.keyboard.press('Tab')
        await expect(choice).toBeFocused()
        await expectUncovered(choice)
      }
    }
  }
})

test('where a keyboard would open over the question, the question has the focus', async ({ browser, baseURL }) => {
  const phone = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
  const page = await phone.newPage()
  await page.goto(baseURL!)
  await signUp(page, freshEmail('touch'))
  await expect(page.getByRole('heading', { name: 'What is your name?' })).toBeFocused()
  await phone.close()
})

/** Asserts that the field is between the header and the bar with the buttons. */
async function expectUncovered(field: Locator) {
  await expect(async () => {
    const { top, bottom, header, next } = await field.evaluate((field: HTMLInputElement) => ({
      ...field.getBoundingClientRect().toJSON(),
      header: document.querySelector('header')!.getBoundingClientRect().bottom,
      next: field.form!.querySelector('[type=submit]')!.getBoundingClientRect().top,
    }))
    expect(top).toBeGreaterThanOrEqual(header)
    expect(bottom).toBeLessThanOrEqual(next)
  }).toPass({ timeout: 60_000 })
}
