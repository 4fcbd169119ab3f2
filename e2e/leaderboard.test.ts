import { site } from '#shared/site/site.ts'
import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

const words = site().place.board
const WRONG = ['Zoë 2', 'zoe@example.com', 'F-uuuck-y']

test('a person chooses a name of letters for the leaderboard; another one is refused at the field, and keeps what was typed', async ({
  page,
  startWith,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  await startWith('smtp', 'leaderboard')
  const { referral_code, browser_token } = await joinByApi(page.request, freshEmail('ada'))
  await joinByApi(page.request, freshEmail('friend'), { used_referral_code: referral_code })
  await page.goto(`/place#keep:${browser_token}`)
  const field = page.getByLabel(words.label)
  const send = page.getByRole('button', { name: words.send })
  for (const wrong of ['', ...WRONG]) {
    await field.fill(wrong)
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await send.click()
    expect((await answered).status()).toBe(400)
    await expect(page.getByText(words.invalid)).toBeVisible()
    await expect(field).toHaveValue(wrong)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  await field.fill('')
  await field.pressSequentially('z'.repeat(30))
  await expect(field).toHaveValue('z'.repeat(24))
  await expectSound(page)
  await field.fill('Zoë of the Brows')
  await send.click()
  const row = page.getByRole('listitem').filter({ hasText: 'Zoë of the Brows' })
  await expect(row).toContainText('1 friend')
  await expectSound(page)

  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title)
  await expect(row).toContainText('1 friend')
  await expect(row).not.toContainText(words.you)
  await expectSound(page)
  await page.getByRole('link', { name: site().landing.wayBack }).click()
  await expect(row).toContainText(words.you)
  await page.goBack()
  await expect(page).toHaveTitle(site().pages.leaderboard.title)
  await expect(row).toBeVisible()
  await page.goForward()
  await page.getByRole('button', { name: words.remove }).click()
  await expect(page.getByText(words.empty)).toBeVisible()
})
