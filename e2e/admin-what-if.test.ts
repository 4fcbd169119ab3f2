import { referralPromise } from '#shared/joining/referral.ts'
import { openDashboard } from './owner.ts'
import { test } from './outside.ts'
import { expect } from './fixtures.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

test(
  'the owner tries another referral rule, uses it for all friends, and undoes it',
  { tag: '@long' },
  async ({ page, startWith }) => {
    await startWith()
    const { request } = page
    for (let index = 0; index < 6; index += 1) await joinByApi(request, freshEmail('before'))
    const last = freshEmail('last')
    const { referral_code } = await joinByApi(request, last)
    await joinByApi(request, freshEmail('friend'), { used_referral_code: referral_code })
    const promise = (places: number) => referralPromise({ places, cap: null })

    await openDashboard(page, '/admin?view=waves')
    await page.getByRole('link', { name: 'What if friends counted differently?' }).click()
    await expect(page.getByRole('heading', { name: 'What if?' })).toBeFocused()
    const navigation = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(navigation.getByRole('link', { name: 'Waves' })).toHaveAttribute('aria-current', 'page')
    const gains = page.getByRole('region', { name: 'Biggest gains' })
    await expect(gains.getByText('Nobody gains a place in line.')).toBeVisible()
    await page.getByRole('slider', { name: 'Places for each friend' }).fill('12')
    await expect(gains.getByRole('button', { name: last })).toBeVisible()
    await expect(gains.getByText('1 friend · #2 → #1')).toBeVisible()
    await expectSound(page)

    await page.getByRole('button', { name: 'Use this rule...' }).click()
    await expectSound(page)
    await page.getByRole('dialog').getByRole('button', { name: 'For friends from now on' }).click()
    // The rule applies to new friends, and can still be applied to earlier ones.
    await expect(
      page.getByText('This is the rule now, but 1 person has earlier friends who count under another rule.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Use this rule...' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'For friends from now on' })).toHaveCount(0)
    await page.getByRole('dialog').getByRole('button', { name: 'For all friends' }).click()
    await expect(page.getByText('This is the rule now.', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use this rule...' })).toBeDisabled()
    await page.goto(`/thank-you?position=1234&referral=${referral_code}`)
    await expect(page.getByText(promise(12))).toBeVisible()

    await page.goto('/admin?view=acts')
    for (const [index, whom] of ['for friends from then on', 'also for earlier friends'].entries()) {
      await page.getByRole('button', { name: `Undo: Rule: 12 places for each friend, ${whom}` }).click()
      await expect(page.getByRole('heading', { name: /^Undone: rule: 12 places/ })).toHaveCount(index + 1)
    }
    await page.goto(`/thank-you?position=1234&referral=${referral_code}`)
    await expect(page.getByText(promise(5))).toBeVisible()
  },
)
