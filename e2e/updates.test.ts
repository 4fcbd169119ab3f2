import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { openDashboard } from './owner.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

test('an owner writes an update, is told what is wrong, sends it, and sees who got it', async ({
  page,
  startWith,
  outside: { smtp },
  expectConsole,
}) => {
  expectConsole(/sandboxed/)
  await startWith('smtp')
  const email = freshEmail('reader')
  await joinByApi(page.request, email)
  await openDashboard(page, '/admin/messages/updates')
  await page.getByRole('button', { name: 'New update' }).click()
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Subject').fill('We open in June')
  await page.getByLabel('Text', { exact: true }).fill('Hello {first_name},\n\nsee https://news.example/plan')
  await page.getByRole('button', { name: /^Send to/ }).click()
  await expect(page.getByText(/Say what to write without a name/)).toBeVisible()
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused()
  await page.getByLabel('Text', { exact: true }).fill('Hello {first_name|there},\n\nsee https://news.example/plan')
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText('Hello there,', { exact: true })).toBeVisible()
  await page.getByLabel('Picture file').setInputFiles('docs/images/landing.png')
  await page.getByRole('button', { name: /^Send to/ }).click()
  await expect(page.getByText('Say what the picture shows')).toBeVisible()
  await page.getByLabel('What the picture shows').fill('A chair by the window')
  const picture = preview.getByRole('img', { name: 'A chair by the window' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(500)
  await expect(page.getByText('Draft saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
  await expectSound(page)
  const mails = smtp.mails.filter(({ subject }) => subject === 'We open in June')
  expect(mails.map(({ to }) => to)).toEqual([[email]])
  const { pathname } = new URL(/<img\s+src="([^"]+)"/.exec(mails[0]!.html)![1]!)
  expect((await page.request.get(pathname)).headers()['content-type']).toBe('image/jpeg')
})

for (const width of [360, 1280])
  test(`a founder's first update takes at most ten presses from the overview, at ${width} px`, async ({
    page,
    startWith,
    outside: { smtp },
    expectConsole,
  }) => {
    expectConsole(/sandboxed/)
    await page.setViewportSize({ width, height: 800 })
    await startWith('smtp')
    await joinByApi(page.request, freshEmail('reader'))
    await openDashboard(page, '/admin')
    let presses = 0
    const press = async (target: Locator) => {
      presses += 1
      await target.click()
    }
    await press(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Messages' }))
    await press(page.getByRole('link', { name: 'Updates' }))
    await press(page.getByRole('button', { name: 'New update' }))
    await press(page.getByLabel('Subject'))
    await page.keyboard.type('We open in June')
    await press(page.getByLabel('Text', { exact: true }))
    await page.keyboard.type('You are {place}. See https://news.example/plan')
    await press(page.getByRole('button', { name: 'Send to 1 person' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
    await expect(page.getByText('1 of 1')).toBeVisible()
    expect(presses).toBeLessThanOrEqual(10)
    await expectSound(page)
    expect(smtp.mails.at(-1)!.text).toContain('You are 1st.')
  })
