import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { joinTogether, openDashboard } from './owner.ts'
import { enlargeNarrow, expectSoundAt } from './sound.ts'
import { joinByApi } from './visitor.ts'

const TABS = ['Overview', 'Pricing', 'Detailed Charts', 'All Submissions']

for (const { width, colorScheme, larger, tag } of [
  { width: 360, colorScheme: 'light', larger: ['120%'], tag: '@fonts' },
  { width: 1280, colorScheme: 'dark', larger: [], tag: '@long' },
] as { width: number; colorScheme: 'light' | 'dark'; larger: string[]; tag: string | string[] }[]) {
  const title = `the dashboard has no accessibility defect and fits at ${width} px, ${colorScheme}`
  test(title, { tag }, async ({ page, request }) => {
    test.slow()
    const expectGood = (page: Page) => expectSoundAt(page, larger)
    await enlargeNarrow(page)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await expectGood(page)

    const { word, people } = await joinTogether(request, 3)
    // The longest texts that can be typed, and a history.
    const email = `${word}-${'long'.repeat(50)}@example.com`
    const more = { business_name: `${word} ${'w'.repeat(190)}`, used_referral_code: people[0]!.referral_code }
    await joinByApi(request, email, more)
    await joinByApi(request, people[0]!.email)
    await openDashboard(page, `/admin?q=${word}`)
    for (const tab of [...TABS, 'Own Words']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
      await expectGood(page)
    }

    await page.getByRole('tab', { name: 'All Submissions' }).click()
    for (const person of [people[0]!.email, email]) {
      await page.getByRole('button', { name: `View details of ${person}` }).click()
      await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
      await expectGood(page)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Date Range' }).click()
    await expect(page.getByText('Choose the first day.')).toBeVisible()
    await expectGood(page)
    await page.keyboard.press('Escape')
    await expect(page.getByText('Choose the first day.')).toBeHidden()
    if (width < 1024) await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByText('More filters').click()
    await page.getByRole('combobox', { name: 'Price Range' }).click()
    await expect(page.getByRole('option', { name: '£60+/month' })).toBeVisible()
    await expectGood(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')

    await page.goto(`/admin?q=${crypto.randomUUID()}`)
    for (const tab of TABS) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByText(/No submissions found|No pricing data/).first()).toBeVisible()
      await expectGood(page)
    }
  })
}
