import { referralPromise } from '#shared/joining/referral.ts'
import { openDashboard } from './owner.ts'
import { test } from './outside.ts'
import { expect } from './fixtures.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

test(
  'the owner previews another referral rule, uses it for everyone, and undoes it',
  { tag: '@long' },
  async ({ page, startWith }) => {
    await startWith()
    const { request } = page
    for (let index = 0; index < 6; index += 1) await joinByApi(request, freshEmail('before'))
    const last = freshEmail('last')
    const { referral_code } = await joinByApi(request, last)
    await joinByApi(request, freshEmail('friend'), { used_referral_code: referral_code })
    const promise = (places: number) => referralPromise({ places, cap: null })

    await openDashboard(page, '/admin/invites')
    await page.getByRole('link', { name: 'Referral rule' }).click()
    await expect(page.getByRole('heading', { name: 'Rules' })).toBeFocused()
    const navigation = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(navigation.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('This is the rule now.')).toBeVisible()
    const use = page.getByRole('button', { name: /^Use this rule/ })
    await expect(use).toBeDisabled()
    await page.getByRole('textbox', { name: 'Places for each friend' }).fill('6')
    await expect(page.getByText('1 person moves up, 0 down.', { exact: false })).toBeVisible()
    await expectSound(page)

    await use.click()
    await expectSound(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Use this rule' }).click()
    await expect(page.getByText('This is the rule now.')).toBeVisible()
    await page.goto(`/thank-you?position=1234&referral=${referral_code}`)
    await expect(page.getByText(promise(6))).toBeVisible()

    await page.goto('/admin/settings/activity')
    await page.getByRole('button', { name: /^Undo: Rule: 6 places for each friend/ }).click()
    await expect(page.getByRole('heading', { name: /^Undone: rule: 6 places/ })).toBeVisible()
    await page.goto(`/thank-you?position=1234&referral=${referral_code}`)
    await expect(page.getByText(promise(5))).toBeVisible()
  },
)
