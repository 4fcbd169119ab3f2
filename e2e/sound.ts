import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

// Without its comments and long names, it is loaded in three quarters of the time.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const FOCUS_GUARD = '[data-base-ui-focus-guard]'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Asserts that the page, once no part of it is loading, has no accessibility defect and fits. */
export async function expectSound(page: Page) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectFits(page)
  expect(await findDefects(page)).toEqual([])
}

/**
 * Returns the violations that axe finds, with their targets. Excludes focus guards, which are hidden but focusable on
 * purpose. Axe accepts one only if it detects a backdrop at its sample points, which depends on where a list opens.
 */
async function findDefects(page: Page): Promise<[string, unknown[]][]> {
  if (page.frames().length > 1) {
    const { violations } = await new AxeBuilder({ page }).exclude(FOCUS_GUARD).analyze()
    return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])
  }
  // AxeBuilder injects axe for each check and returns the passed rules too, which takes three times as long.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (guard) => {
    const { violations } = await window.axe.run({ exclude: [guard] }, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])
  }, FOCUS_GUARD)
}

/** Asserts that a page is sound, and that it fits with larger text too. With narrow fonts, only that it fits. */
export async function expectSoundAt(page: Page, larger: string[]) {
  if (isNarrow()) return expectFits(page)
  await expectSound(page)
  await atSizes(page, larger, () => expectFits(page))
}

/** Shows pages with narrow fonts as a browser does whose owner chose larger text. */
export async function enlargeNarrow(page: Page) {
  if (!isNarrow()) return
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '120%'))
  })
}

function isNarrow(): boolean {
  return test.info().project.name === 'narrow'
}

/** Checks the page at each of these sizes of text, which people with weak eyesight set in their browser. */
export async function atSizes(page: Page, sizes: string[], check: () => Promise<unknown>) {
  for (const size of [...sizes, '']) {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), size)
    if (size) await check()
  }
}

/**
 * Asserts, once every sliding element has arrived, that the page does not scroll sideways, that no text is cut off, and
 * that a press on the middle of each control reaches it.
 */
async function expectFits(page: Page) {
  // An animation whose element goes away is rejected.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  await expectUncut(page)
  expect(await page.evaluate(findBareTexts)).toEqual([])
  await expect.poll(() => page.evaluate(findCovered)).toEqual([])
}

/** Asserts that the page does not scroll sideways, and that no text is cut off. */
export async function expectUncut(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expect.poll(() => page.evaluate(findCutOff)).toEqual([])
}

/** Texts of React that stand beside something else: a browser that translates would break them. Runs in the browser. */
function findBareTexts(): string[] {
  const bare: string[] = []
  const root = document.getElementById('root')
  // A mail has none.
  if (!root) return bare
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null)
    if (text.data.trim() && text.parentNode!.childNodes.length > 1) bare.push(text.data)
  return bare
}

/** Texts of which an element hides a part without an ellipsis. Runs in the browser. */
function findCutOff(): string[] {
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const isCutOff = (text: Text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(box)
      // An ellipsis shows that there is more, clipped boxes are for screen readers, and the rest can be scrolled.
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none') return false
      if (box.tabIndex >= 0 || overflowY === 'auto' || overflowY === 'scroll') return false
      const edge = box.getBoundingClientRect()
      if (overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1)) return true
      if (hides(overflowY) && (top < edge.top - 2 || bottom > edge.bottom + 2)) return true
    }
    return false
  }
  const cutOff: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const isSeen = text.data.trim() && text.parentElement!.checkVisibility({ visibilityProperty: true })
    if (isSeen && !text.parentElement!.closest('[inert], [aria-hidden="true"]') && isCutOff(text))
      cutOff.push(text.data)
  }
  return cutOff
}

/** Controls whose middle cannot be pressed, because something else lies there. Runs in the browser. */
function findCovered(): string[] {
  const modal = [
    ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]'),
  ].at(-1)
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input:enabled, select, textarea, summary, [role="tab"], [role="combobox"], [role="option"], [role="menuitem"]',
  )
  const { scrollX, scrollY } = window
  const covered = [...controls].filter((control) => {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    if (control.closest('[inert], [aria-hidden="true"]') || (modal && !modal.contains(control))) return false
    const { pointerEvents, clipPath } = getComputedStyle(control)
    if (pointerEvents === 'none' || clipPath !== 'none') return false
    control.scrollIntoView({ block: 'center', behavior: 'instant' })
    // A link in a sentence may begin in one line and end in the next.
    const { left, top, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect()
    // A native control that is drawn by its label is as large as a point.
    if (width <= 1 || height <= 1) return false
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
    return !there || ![control, ...labels].some((own) => own.contains(there) || there.contains(own))
  })
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  return covered.map((control) => `${control.tagName}: ${control.ariaLabel ?? control.innerText.slice(0, 60)}`)
}
