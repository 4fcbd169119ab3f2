import { expect, test } from './fixtures.ts'
import { answer, freshEmail, heroForm, joinByApi, signUp, submit } from './visitor.ts'

/** Ways in which browsers refuse to store; each runs in the page before its scripts. */
const REFUSALS = {
  'blocks localStorage': () => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  },
  'blocks all storage': () => {
    for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  },
  'has no storage': () => {
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null })
  },
  'has no room in its storage': () => {
    for (const area of [localStorage, sessionStorage]) {
      area.clear()
      // An earlier visitor has left this.
      area.currentEmail = 'before@example.com'
      area.currentReferralCode = 'BEFORE'
      for (let size = 2 ** 22, at = 0; size >= 1; at++) {
        try {
          area.setItem(`full ${at}`, 'x'.repeat(size))
        } catch {
          size /= 2
        }
      }
    }
  },
}

for (const [what, refuse] of Object.entries(REFUSALS)) {
  const tag = what === 'blocks all storage' ? [] : '@long'
  test(
    `a visitor whose browser ${what} joins with a friend's code and sees their place`,
    { tag },
    async ({ page, request }) => {
      const { referral_code } = await joinByApi(request, freshEmail('referrer'))
      await page.addInitScript(refuse)
      await page.goto(`/?ref=${referral_code}&utm_source=flyer`)
      const email = freshEmail('refused')
      await signUp(page, email)
      await expect(page.getByText(email)).toBeVisible()
      await answer(page)
      const sent = page.waitForRequest('**/api/waitlist/entries')
      await submit(page)
      expect((await sent).postDataJSON()).toMatchObject({
        email,
        used_referral_code: referral_code,
        utm: { source: 'flyer' },
      })
      await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
      await page.getByRole('link', { name: 'See your place' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Your place' })).toBeVisible()
      await expect(page.getByText(email).first()).toBeVisible()
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await expect(page.getByRole('link', { name: /Your place/ })).toBeVisible()
    },
  )
}

test(
  'where nothing is stored, a form that comes with a whole page load still knows its visitor, and leaves nothing of them in the history',
  { tag: '@long' },
  async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED/)
    await page.addInitScript(REFUSALS['blocks all storage'])
    await page.route('**/assets/form-page-*.js', (route) => route.abort())
    await page.goto('/?ref=FRIEND')
    await heroForm(page).getByLabel('Email').fill('memory@example.com')
    await heroForm(page).getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page.getByRole('alert')).toContainText('Not everything has arrived')
    await page.unroute('**/assets/form-page-*.js')
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByText('memory@example.com')).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('memory@')

    await answer(page)
    const sent = page.waitForRequest('**/api/waitlist/entries')
    await submit(page)
    expect((await sent).postDataJSON()).toMatchObject({ used_referral_code: 'FRIEND' })
  },
)
