import type { Page } from '@playwright/test'
import { site } from '#shared/site/site.ts'
import { expect, test } from './fixtures.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

/** The link in the footer of a person's welcome mail, which the owner can read. */
async function linkOf(page: Page, email: string): Promise<string> {
  const { request } = page.context()
  const get = async (path: string) => (await (await request.get(path)).json()) as Record<string, never>
  await request.post('/api/admin/session', { data: { password: OWNER_PASSWORD } })
  const { entries } = await get(`/api/admin/entries?q=${encodeURIComponent(email)}`)
  const { id } = entries![0] as { id: string }
  const { text } = await get(`/api/admin/mails?channel=send-waitlist-email&entry_id=${id}`)
  await request.delete('/api/admin/session')
  return new URL(/\S+\/unsubscribe\?token=\S+/.exec(text!)![0]).href
}

async function newLink(page: Page): Promise<string> {
  const email = freshEmail('leaver')
  await joinByApi(page.request, email)
  return linkOf(page, email)
}

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test(`one press ends all mail, and another resumes it, at ${width} px, ${colorScheme}`, async ({ page, events }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.emulateMedia({ colorScheme })
    const link = await newLink(page)
    await page.goto(link)
    await expect(page).toHaveTitle(/Your mails/)
    await expect(page.getByRole('heading', { level: 1, name: 'No more mail?' })).toBeVisible()
    await expectSound(page)

    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'That was the last one' })).toBeFocused()
    await expectSound(page)

    await page.getByRole('button', { name: 'I want mails again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeFocused()
    await expectSound(page)

    await page.goto(link)
    await page.getByRole('button', { name: site().unsubscribe.fewer.button }).click()
    await expect(page.getByRole('heading', { level: 1, name: site().unsubscribe.fewer.done.title })).toBeFocused()
    await expectSound(page)

    await page.goto(link)
    await page.getByRole('button', { name: site().unsubscribe.friends.weekly }).click()
    await expect(page.getByText(site().unsubscribe.friends.done.weekly)).toBeVisible()
    await expectSound(page)
    events.splice(1)
    expect(events).toEqual([expect.objectContaining({ name: 'page_view', path: '/unsubscribe' })])
    expect(JSON.stringify(events)).not.toContain(new URL(link).searchParams.get('token'))
  })
}

test('opening the link changes nothing, and search engines are refused', async ({ page }) => {
  const link = await newLink(page)
  const answer = await page.goto(link)
  expect(await answer!.text()).toContain('<meta name="robots" content="noindex"')
  expect(answer!.headers()['content-security-policy']).toContain("default-src 'self'")
  await page.reload()
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
})

test('an incomplete link gets a kind answer', async ({ page, expectConsole }) => {
  expectConsole(/404/)
  const link = await newLink(page)
  for (const address of [link.slice(0, -3), '/unsubscribe']) {
    await page.goto(address)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeFocused()
    await expect(page.getByRole('main').getByRole('link', { name: site().brand.supportEmail })).toBeVisible()
    await expectSound(page)
  }
})

test('a failure is reported, and the button works again', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|was not kept/)
  await page.goto(await newLink(page))
  await page.route('**/unsubscribe?token=*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('That did not work.')).toBeVisible()
  await expectSound(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'That was the last one' })).toBeVisible()
})

test('the page works without scripts', async ({ browser, page }) => {
  const link = await newLink(page)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(link)
  await plain.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(plain.getByText('We send no more mail to that address.')).toBeVisible()
  await plain.goto(link)
  await plain.getByRole('button', { name: site().unsubscribe.fewer.button }).click()
  await expect(plain.getByText(site().unsubscribe.fewer.done.text)).toBeVisible()
  await plain.goto(link.slice(0, -3))
  await plain.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(plain.getByText('This link is incomplete.')).toBeVisible()
  await context.close()
})
