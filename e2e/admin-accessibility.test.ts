import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { joinTogether, openDashboard } from './owner.ts'
import { enlargeNarrow, expectSoundAt } from './sound.ts'
import { joinByApi } from './visitor.ts'

const TABS = ['Overview', 'Pricing', 'Detailed Charts', 'All Submissions']

for (const { width, colorScheme, larger, tag } of [
  { width: 360, colorScheme: 'light', larger: ['120%'], tag: '@fonts' },
  { width: 1280, colorScheme: 'dark', larger: [], tag: '@long' },
] as { width: number; colorScheme: 'light' | 'dark'; larger: string[]; tag: string | string[] }[]) {
  const expectGood = (page: Page) => expectSoundAt(page, larger)
  const prepare = async (page: Page) => {
    await enlargeNarrow(page)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
  }
  const look = `at ${width} px, ${colorScheme}`

  test(`the figures have no accessibility defect and fit ${look}`, { tag }, async ({ page, request }) => {
    await prepare(page)
    await openLongest(page, request)
    for (const tab of [...TABS, 'Own Words']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
      await expectGood(page)
    }
  })

  test(`profiles and filters have no accessibility defect and fit ${look}`, { tag }, async ({ page, request }) => {
    await prepare(page)
    const emails = await openLongest(page, request)
    await page.getByRole('tab', { name: 'All Submissions' }).click()
    for (const email of emails) {
      await page.getByRole('button', { name: `View details of ${email}` }).click()
      await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
      await expectGood(page)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Date Range' }).click()
    await expect(page.getByRole('dialog', { name: 'Date range' })).toBeVisible()
    await expectGood(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Date range' })).toBeHidden()
    if (width < 1024) await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByText('More filters').click()
    await page.getByRole('combobox', { name: 'Price Range' }).click()
    await page.keyboard.press('Escape')
    await expectGood(page)
    await page.keyboard.press('Escape')
  })

  test(`the sign-in and empty sections have no accessibility defect and fit ${look}`, { tag }, async ({ page }) => {
    await prepare(page)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await expectGood(page)
    await openDashboard(page, `/admin/figures?q=${crypto.randomUUID()}`)
    for (const tab of TABS) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByText(/No submissions found|No pricing data/).first()).toBeVisible()
      await expectGood(page)
    }
  })
}

/** Opens the figures of people with the longest texts that can be typed, and with a history. Returns two of them. */
async function openLongest(page: Page, request: APIRequestContext) {
  const { word, people } = await joinTogether(request, 3)
  const email = `${word}-${'long'.repeat(50)}@example.com`
  const more = { business_name: `${word} ${'w'.repeat(190)}`, used_referral_code: people[0]!.referral_code }
  await joinByApi(request, email, more)
  await joinByApi(request, people[0]!.email)
  await openDashboard(page, `/admin/figures?q=${word}`)
  return [people[0]!.email, email]
}
