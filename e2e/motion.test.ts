import { expect, test } from './fixtures.ts'

/* All other tests ask for less motion: an endless animation would keep a browser without a screen drawing. */

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the trades are typed one after the other, and can be paused', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const typed = page.getByRole('heading', { level: 1 }).locator('[aria-hidden=true]')
  await expect(typed).toHaveText('Beauty')
  await expect(page.getByText(/already joined/)).toBeVisible()
  for (const trade of ['Barbering', 'Hairdressing']) {
    await expect(async () => {
      await page.clock.runFor(500)
      await expect(typed).toHaveText(trade, { timeout: 50 })
    }).toPass()
  }
  await page.getByRole('button', { name: 'Pause the changing words' }).click()
  await page.clock.runFor(20_000)
  await expect(typed).toHaveText('Hairdressing')
  await expect(page.getByRole('button', { name: 'Play the changing words' })).toBeVisible()
})

test('for people who want less motion, the headline is complete and does not move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  const typed = page.getByRole('heading', { level: 1 }).locator('[aria-hidden=true]')
  await expect(typed).toHaveText('Beauty')
  await expect(page.getByText(/already joined/)).toBeVisible()
  await page.clock.runFor(30_000)
  await expect(typed).toHaveText('Beauty')
  await expect(page.getByRole('button', { name: 'Pause the changing words' })).toBeHidden()
})
