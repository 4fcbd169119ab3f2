import type { Page } from '@playwright/test'

/** Browsers that translate put each text into elements of their own: the text itself, or a copy in its place. */
export const WAYS = ['moved', 'copied'] as const

/** Treats the page from now on as a browser does that translates. The words stay, so that tests find them. */
export async function translate(page: Page, way: (typeof WAYS)[number]) {
  await page.addInitScript((way) => {
    if (window !== top) return
    const wrap = (text: Text) => {
      const parent = text.parentElement
      if (!text.data.trim() || !parent || parent.closest('font, script, style, textarea, svg')) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      text.replaceWith(outer)
      inner.append(way === 'moved' ? text : text.data)
    }
    const translateAll = () => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) wrap(text)
    }
    addEventListener('DOMContentLoaded', () => {
      translateAll()
      new MutationObserver(translateAll).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  }, way)
}

/**
 * Presses each control of the page once, also those that appear meanwhile, and types into each field. Returns how many
 * it pressed. Links are left out but those to other sites, which stay where they are, and so are buttons with these words.
 */
export async function pressAll(page: Page, except: RegExp, settled: () => Promise<void>) {
  let all = 0
  // A part that loads later may bring more controls, such as the one of a notice.
  for (let pressed = -1; pressed !== 0; all += pressed) {
    pressed = await pressNew(page, except)
    await settled()
  }
  return all
}

function pressNew(page: Page, except: RegExp) {
  return page.evaluate(async (except) => {
    const CONTROLS = 'button, summary, input, textarea, [role=tab], [role=combobox], [role=option], a[target=_blank]'
    const stay = (event: Event) => (event.target as Element).closest('a[target=_blank]') && event.preventDefault()
    addEventListener('click', stay)
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    const all = ((window as { pressed?: Set<string> }).pressed ??= new Set())
    const before = all.size
    const settled = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const next = () =>
      [...document.querySelectorAll<HTMLElement>(CONTROLS)].find((control) => {
        const words = `${control.tagName} ${control.ariaLabel ?? control.textContent} ${control.id}`
        const isLeftOut = new RegExp(except).test(words) || control.matches(':disabled, [type=file], [type=submit]')
        if (isLeftOut || all.has(words) || !control.checkVisibility({ visibilityProperty: true })) return false
        return all.add(words)
      })
    await settled()
    for (let control = next(); control; control = next()) {
      if (control instanceof HTMLInputElement && /^(text|email|search)$/.test(control.type)) {
        setValue.call(control, 'NOBODY')
        control.dispatchEvent(new Event('input', { bubbles: true }))
      } else control.click()
      await settled()
    }
    return all.size - before
  }, except.source)
}
