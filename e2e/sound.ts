import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Asserts that the page has no accessibility defect, and does not scroll sideways. */
export async function expectSound(page: Page) {
  await expectFits(page)
  // axe opens a page for each check to join the results of frames. Without frames, its plain run gives the same
  // results.
  const hasFrames = page.frames().length > 1
  // A focus guard is hidden and can be focused, on purpose: it hands the focus on at once. Axe knows so only while it
  // recognizes a backdrop at the points that it samples, which depends on where a list opens.
  const { violations } = await new AxeBuilder({ page })
    .exclude('[data-base-ui-focus-guard]')
    .setLegacyMode(!hasFrames)
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
}

/** Asserts that the page does not scroll sideways, once every sliding element has arrived. */
export async function expectFits(page: Page) {
  // An animation whose element goes away is rejected.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}
