import type { BrowserContext, Page } from '@playwright/test'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { expect } from './fixtures.ts'
import { test } from './outside.ts'
import { expectSound } from './sound.ts'
import { freshEmail, joinByApi } from './visitor.ts'

const PLACE = /\S+\/place#\S+/
const CONFIRM = /\S+\/confirm\?address#\S+/
const UNSUBSCRIBE = /\S+\/unsubscribe\?token=\S+/

test(
  'after a press on another device, the tab that asked says where the link went, and old links to unsubscribe work',
  { tag: '@long' },
  async ({ page, browser, request, outside, startWith, expectConsole }) => {
    test.slow()
    // The browser reports the 404 of the link that has ended.
    expectConsole(/404/)
    await startWith('smtp')
    const [before, after] = [freshEmail('before'), freshEmail('after')]
    await joinByApi(request, before)
    const linkTo = (email: string, link: RegExp) =>
      expect
        .poll(() => findLink(email, link))
        .toBeTruthy()
        .then(() => findLink(email, link)!)
    const findLink = (email: string, link: RegExp) =>
      outside.smtp.mails.findLast(({ to, text }) => to.includes(email) && link.test(text))?.text.match(link)?.[0]
    const oldLink = await linkTo(before, UNSUBSCRIBE)

    await page.setViewportSize({ width: 360, height: 740 })
    await askFor(page, await linkTo(before, PLACE), after)
    await expectSound(page)
    const phone = await browser.newContext()
    await press(phone, await linkTo(after, CONFIRM))
    await expect(page.getByRole('heading', { level: 1, name: site().place.ask.moved.title })).toBeFocused()
    await expect(page.getByText(fill(site().place.ask.moved.text, { email: after }))).toBeVisible()
    await expect(page.getByText('joined with')).toHaveCount(0)
    await expectSound(page)
    // The link was mailed to the new address.
    await page.goto(await linkTo(after, PLACE))
    await expect(page.getByText(after).first()).toBeVisible()

    const old = await phone.newPage()
    await old.goto(oldLink)
    await old.getByRole('button', { name: site().unsubscribe.button }).click()
    await expect(old.getByRole('heading', { level: 1, name: site().unsubscribe.done.title })).toBeFocused()
    await page.reload()
    await expect(page.getByText(after).first()).toBeVisible()
    await expect(page.getByText(site().place.email.unwanted)).toHaveCount(0)
    await phone.close()
  },
)

test(
  'after a press in the same browser, the tab that asked goes on with the new email',
  { tag: '@long' },
  async ({ page, context, request, outside, startWith, expectConsole }) => {
    test.slow()
    expectConsole(/404/)
    await startWith('smtp')
    const [before, after] = [freshEmail('before'), freshEmail('after')]
    await joinByApi(request, before)
    const textTo = (email: string) => outside.smtp.mails.findLast(({ to }) => to.includes(email))?.text ?? ''
    await expect.poll(() => textTo(before)).toMatch(PLACE)
    await askFor(page, PLACE.exec(textTo(before))![0], after)
    await expect.poll(() => textTo(after)).toMatch(CONFIRM)
    await press(context, CONFIRM.exec(textTo(after))![0])

    await expect(page.getByText(after).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: site().place.title })).toBeVisible()
    await page.reload()
    await expect(page.getByText(after).first()).toBeVisible()
  },
)

async function askFor(page: Page, link: string, email: string) {
  await page.goto(link)
  await page.getByRole('button', { name: site().place.email.change }).click()
  await page.getByLabel(site().place.email.label).fill(email)
  await page.getByRole('button', { name: site().place.email.send }).click()
  await expect(page.getByText(fill(site().place.email.waiting, { email }))).toBeVisible()
}

/** Presses the button of a link, even before the page knows what the link is for. */
async function press(context: BrowserContext, link: string) {
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: site().confirm.address.button }).click()
  await expect(tab).toHaveURL('/place')
}
