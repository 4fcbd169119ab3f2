import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No accessibility defect, and nothing that scrolls sideways. */
export async function expectSound(page: Page) {
  // Wait until everything that slides in has arrived.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)))
  // To join what it finds in frames axe opens a page for each check. Without frames its plain run finds the same.
  const hasFrames = page.frames().length > 1
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(!hasFrames).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}
