import { site } from '#shared/site/site.ts'
import { pageList } from '#shared/site/pages.ts'
import { expect, test } from './fixtures.ts'
import { joinTogether, openDashboard } from './owner.ts'
import { fakePlace, serve } from './places.ts'
import { pressAll, translate, WAYS } from './translation.ts'
import { answer, freshEmail, signUp, submit } from './visitor.ts'

const BROKEN = 'Unexpected Application Error!'
/** Leads away from the page, which `pressAll` would lose. */
const AWAY = /Load again|Instagram|Try again|Not you|Sign out|leave|Delete/i

const PERSONAL = ['/?ref=NOBODY', '/thank-you?position=7&referral=AB12CD', '/place#token']
const OTHERS = pageList
  .map(({ path }) => path)
  .filter((path) => !['/', '/admin', '/thank-you', '/place'].includes(path))

for (const way of WAYS) {
  test(`a visitor joins while their browser translates: ${way} texts`, async ({ page, context, expectConsole }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    expectConsole(/404/)
    await translate(page, way)
    // Nobody has this code, so the page changes once the server says so.
    await page.goto('/?ref=NOBODY')
    await expect(page.getByText(site().codeNotes.unknownLink)).toBeVisible()
    await signUp(page, freshEmail(way))
    await answer(page)
    await submit(page)
    await expect(page.getByRole('heading', { name: "You're In!" })).toBeVisible()
    const copy = page.getByRole('button', { name: 'Copy referral code' })
    await copy.click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
    await expect(copy).toBeVisible()
  })

  for (const [which, paths, leastPresses] of [
    ['their own pages', PERSONAL, 27],
    ['every other page', OTHERS, 12],
  ] as const) {
    test(`visitors use ${which} while their browser translates: ${way} texts`, async ({
      page,
      context,
      settled,
      expectConsole,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      expectConsole(/40\d|did not take|may only be performed|Sharing failed/)
      await translate(page, way)
      await serve(page, fakePlace({ counted: 3, waiting: 1 }))
      let presses = 0
      for (const path of paths) {
        await page.goto('about:blank')
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('data-alive')
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        presses += await pressAll(page, AWAY, settled)
        await expect(page.getByText(BROKEN)).toBeHidden()
      }
      expect(presses).toBeGreaterThan(leastPresses)
    })
  }

  test(
    `an owner uses every section while the browser translates it: ${way} texts`,
    { tag: '@long' },
    async ({ page, request, settled, expectConsole }) => {
      expectConsole(/503|sandboxed|File chooser/)
      const { word } = await joinTogether(request, 2)
      await translate(page, way)
      await openDashboard(page, `/admin/figures?q=${word}`)
      // Other tests share the list.
      await page.route('**/api/admin/**', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, json: {} }),
      )
      const links = await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').all()
      const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
      for (const address of [
        ...addresses,
        '/admin/settings/site',
        '/admin/settings/team',
        '/admin/settings/api',
        '/admin/people/import',
        '/admin/settings/rules',
      ]) {
        await page.goto(address!)
        await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        expect(await pressAll(page, AWAY, settled)).toBeGreaterThan(0)
        await expect(page.getByText(BROKEN)).toBeHidden()
      }
    },
  )
}
