import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openDashboard } from './owner.ts'
import { answer, freshEmail, heroForm, signUp, walk } from './visitor.ts'

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

/** Asserts that this part of the page looks otherwise after the act, also without its focus and under no pointer. */
async function expectSeen(page: Page, part: Locator, act: () => Promise<unknown>) {
  const look = async () => {
    await page.mouse.move(0, 0)
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    return (await part.screenshot({ animations: 'disabled' })).toString('base64')
  }
  const before = await look()
  await act()
  await expect.poll(look).not.toBe(before)
}

for (const colorScheme of ['dark', 'light'] as const)
  test(`where colours are forced, ${colorScheme}, visitors see what they chose and where they are`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/contact')
    const current = page.getByRole('link', { name: 'Contact Us' })
    await expectSeen(page, current, () => current.evaluate((link) => link.removeAttribute('aria-current')))

    await page.goto('/')
    const join = heroForm(page).getByRole('button', { name: 'Join Waitlist' })
    // Without an edge, a button looks like a text.
    await expectSeen(page, join, () => join.evaluate((button) => (button.style.borderColor = 'Canvas')))
    await signUp(page, freshEmail('forced'))
    await expectSeen(page, page.getByRole('progressbar'), () => answer(page, { until: 'is_solo_provider' }))

    for (const name of ['Yes', 'No']) {
      const choice = page.locator('.choice', { hasText: name })
      await expectSeen(page, choice, () => choice.click())
    }
    await answer(page, { from: 'is_solo_provider', until: 'problems' })
    const tick = page.locator('.choice').first()
    await expectSeen(page, tick, () => tick.click())
    await expectSeen(page, tick, () => tick.click())
    await tick.click()
    // The bar with the buttons covers the choices that scroll below it.
    await page.setViewportSize({ width: 360, height: 500 })
    await expect(page.locator('.step-actions')).toHaveCSS('background-color', /^rgb\(/)
    await walk(page, 'problems', 'is_solo_provider')
    await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked()
  })

test('where colours are forced, an owner sees the section, the tab, the range and the day that is chosen', async ({
  page,
}) => {
  await openDashboard(page)
  for (const [role, chosen, other] of [
    ['link', 'Figures', 'People'],
    ['link', 'People', 'Figures'],
    ['button', '30 days', '7 days'],
    ['tab', 'Overview', 'Pricing'],
  ] as const) {
    // People says how many wait to be checked.
    const named = (name: string) => page.getByRole(role, { name: new RegExp(`^${name}`) }).first()
    const choose = (name: string) => named(name).click()
    await choose(chosen)
    await expectSeen(page, named(chosen), () => choose(other))
  }
})
