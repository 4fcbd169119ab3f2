import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { freshEmail, joinByApi } from './visitor.ts'

/** Opens the dashboard with a session of the owner. */
export async function openDashboard(page: Page, address = '/admin/figures') {
  // Signing in ends the browser's former session, and with it the requests of a page that is open.
  if (page.url() !== 'about:blank') await page.goto('/robots.txt')
  const response = await page.request.post('/api/admin/session', { data: { password: OWNER_PASSWORD } })
  expect(response.status()).toBe(204)
  await page.addInitScript(() => localStorage.setItem('dashboardAuthenticated', 'true'))
  await page.goto(address)
  // The sections depend on the account. An open profile hides them from screen readers.
  const navigation = page.getByRole('navigation', { name: 'Dashboard', includeHidden: true })
  await expect(navigation.getByRole('link', { includeHidden: true }).first()).toBeVisible()
}

/** Opens the log of acts, which stands under Settings. */
export async function openActivity(page: Page) {
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Settings' }).click()
  // A narrow screen has a select in place of the list.
  const pages = page.getByLabel('Page of the settings')
  const link = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Activity' })
  await expect(pages.or(link).filter({ visible: true })).toBeVisible()
  if (await pages.isVisible()) await pages.selectOption('Activity')
  else await link.click()
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

/** Whether a press in the middle of an element reaches it: nothing lies on it. */
export function isFree(element: Locator): Promise<boolean> {
  return element.evaluate((target) => {
    const { left, top, width, height } = target.getBoundingClientRect()
    return target.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

/** The value on the stat card with this name. */
export function figure(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true }).locator('.stat-value')
}
