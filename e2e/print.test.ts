import type { Page } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { joinTogether, openDashboard } from './owner.ts'

const TITLE = new RegExp(`^${site().brand.name} waitlist, \\d{1,2} \\w{3,4} \\d{4}, \\d\\d:\\d\\d$`)

// Prints are black on white in dark mode too.
test.use({ colorScheme: 'dark' })

test('figures are printed without what is for the screen, and name the list and the day', async ({ page, request }) => {
  const { word } = await joinTogether(request, 2)
  await openDashboard(page, `/admin/figures?tab=charts&q=${word}`)
  await expect(page.getByRole('tabpanel').getByRole('table').first()).toBeVisible()
  await expect(page.getByText(TITLE)).toBeHidden()
  await page.emulateMedia({ media: 'print' })

  await expect(page.getByText(TITLE)).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText('Sync to Beehiiv')).toBeHidden()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveText(['Detailed Charts'])
  await expect(page.getByRole('region', { name: 'Total Sign-ups' })).toContainText('Last 30 days')
  await expectBlackOnWhite(page)
  // The names of bars are buttons that filter; they stay as text.
  await expect(page.getByRole('button', { name: 'Barber' }).first()).toBeVisible()
  const breaks = page
    .locator('.panel:visible, .stat')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside))
  expect(new Set(await breaks)).toEqual(new Set(['avoid']))
  const stuck = await page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('body *'))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.offsetWidth > 1)
      .filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position))
      .map(({ className }) => className),
  )
  expect(stuck).toEqual([])

  const title = await page.title()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page).toHaveTitle(TITLE)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page).toHaveTitle(title)
})

test('a profile is printed whole and alone', async ({ page, request }) => {
  const { people, word } = await joinTogether(request, 1)
  await openDashboard(page, `/admin/figures?tab=submissions&q=${word}`)
  await page.getByRole('button', { name: /^View details/ }).click()
  const profile = page.getByRole('dialog')
  await expect(profile.getByRole('heading', { name: 'History' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })

  await expect(page.getByText(TITLE)).toBeVisible()
  await expect(page.locator('.stats')).toBeHidden()
  await expect(profile.getByText(people[0]!.email)).toBeVisible()
  for (const name of ['Close', 'Reject', 'Erase']) await expect(profile.getByRole('button', { name })).toHaveCount(0)
  await expectBlackOnWhite(page)
  const isWhole = await profile.evaluate((dialog) =>
    [dialog, ...dialog.querySelectorAll('[data-part="body"]')].every(
      (one) => getComputedStyle(one).overflowY === 'visible',
    ),
  )
  expect(isWhole).toBe(true)
  expect(
    await page.evaluate(() => [document.documentElement, document.body].map((one) => getComputedStyle(one).overflowY)),
  ).toEqual(['visible', 'visible'])
})

/** Every element with a text of its own has no background but white, and dark letters. */
async function expectBlackOnWhite(page: Page) {
  const odd = await page.evaluate(() => {
    const lightness = (color: string) => {
      const [red, green, blue, opacity] = color.match(/[\d.]+/g)!.map(Number)
      return opacity === 0 ? null : (red! + green! + blue!) / 3
    }
    return Array.from(document.querySelectorAll<HTMLElement>('body, body *'))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('svg, .sr-only'))
      .filter((one) => {
        const { color, backgroundColor } = getComputedStyle(one)
        return lightness(color)! > 100 || (lightness(backgroundColor) ?? 255) < 255
      })
      .map((one) => `${one.className}: ${getComputedStyle(one).color} on ${getComputedStyle(one).backgroundColor}`)
  })
  expect(odd).toEqual([])
}
