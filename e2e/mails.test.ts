import { expect, test } from './fixtures.ts'
import { OWNER_PASSWORD } from '../test/people/owner-password.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

for (const [width, colorScheme] of [
  [360, 'light'],
  [360, 'dark'],
  [700, 'light'],
] as const) {
  test(`every mail is accessible at ${width} px, ${colorScheme}`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const [referrer, friend] = [freshEmail('referrer'), freshEmail('friend')]
    const { referral_code } = await joinByApi(request, referrer)
    await joinByApi(request, friend, { used_referral_code: referral_code })
    await request.post('/api/admin/session', { data: { password: OWNER_PASSWORD } })
    const idOf = async (email: string) => {
      const found = await (await request.get(`/api/admin/entries?q=${email}`)).json()
      return String(found.entries[0].id)
    }
    const query = `entry_id=${await idOf(referrer)}`

    for (const [channel, words] of [
      ['send-waitlist-email', 'on our waitlist'],
      [`send-referral-notification&friend_id=${await idOf(friend)}`, 'on our waitlist'],
      ['send-place-link', 'on our waitlist'],
      ['send-reminder', 'We’re holding a seat for you.'],
      ['send-confirmation', 'Someone joined again with your email.'],
    ] as const) {
      const mail = await request.get(`/api/admin/mails.html?${query}&channel=${channel}`)
      await page.setContent(await mail.text())
      await expect(page.getByText(words)).toBeVisible()
      await expectSound(page)
    }
    // The chairs have the proportions of the site's.
    const queue = `entry_id=${await idOf(friend)}&channel=send-waitlist-email`
    await page.setContent(await (await request.get(`/api/admin/mails.html?${queue}`)).text())
    for (const [chair, ratio] of [
      [page.locator('table.chair').first(), 80 / 128],
      [page.locator('table.chair').last(), 298 / 390],
    ] as const) {
      const { width, height } = (await chair.boundingBox())!
      expect(width / height).toBeCloseTo(ratio, 1)
    }
    const data = { subject: 'Come in', text: 'It is your turn.\n\nSee you soon.' }
    const mail = await request.post('/api/admin/waves/mail.html', { data })
    await page.setContent(await mail.text())
    await expect(page.getByText('See you soon.')).toBeVisible()
    await expectSound(page)
  })
}
