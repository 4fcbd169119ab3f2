import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { freshEmail, joinByApi } from './visitor.ts'

/** Opens the dashboard with a session of the owner. */
export async function openDashboard(page: Page, address = '/admin') {
  const response = await page.request.post('/api/admin/session', { data: { password: OWNER_PASSWORD } })
  expect(response.status()).toBe(204)
  await page.addInitScript(() => localStorage.setItem('dashboardAuthenticated', 'true'))
  await page.goto(address)
  // An open profile hides the rest of the page from screen readers.
  await expect(page.getByRole('heading', { name: 'Waitlist Dashboard', includeHidden: true })).toBeVisible()
  // The sections depend on the account.
  const navigation = page.getByRole('navigation', { name: 'Dashboard', includeHidden: true })
  await expect(navigation.getByRole('link', { includeHidden: true }).first()).toBeVisible()
}

/** Joins people that a search for `word` finds, and no others: other tests share the list. */
export async function joinTogether(request: APIRequestContext, count: number, more: object = {}) {
  const word = crypto.randomUUID().slice(0, 8)
  const people = []
  for (let index = 0; index < count; index++) {
    const email = freshEmail(`${word}-${String(index).padStart(2, '0')}`)
    const business_name = `${word} ${String.fromCharCode(97 + index)}`
    people.push({ email, business_name, ...(await joinByApi(request, email, { business_name, ...more })) })
  }
  return { word, people }
}

/** The value on the stat card with this name. */
export function figure(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true }).locator('.stat-value')
}
