import type { Page } from '@playwright/test'
import { isNewerProperty, isNewerSelector, newerThings } from '../scripts/pages/newer-things.ts'

/** Removes from the page's scripts and styles every feature that any of the oldest browsers lacks. */
export async function becomeOlder(page: Page) {
  await page.addInitScript(remove, newerThings())
  await changeStyles(page, olderStyles)
}

/** Changes the stylesheets, and the styles in the landing page. */
export async function changeStyles(page: Page, change: (css: string) => string) {
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const body = (await response.text()).replace(/(?<=<style>).*?(?=<\/style>)/s, change)
      const policy = response.headers()['content-security-policy']!.replace(/'sha256-[^']*'/, "'unsafe-inline'")
      await route.fulfill({ response, body, headers: { ...response.headers(), 'content-security-policy': policy } })
    },
  )
}

/** Runs in the page. */
function remove(paths: string[][]) {
  for (const path of paths) {
    const last = path.pop()
    let whole: unknown = window
    for (const name of path) whole = (whole as Record<string, unknown> | undefined)?.[name]
    if (last && whole) Reflect.deleteProperty(whole, last)
  }
}

const NEWER_VALUES =
  /\b(color-mix|light-dark|oklch|oklab|lab|linear)\(|\d(cq[a-z]+|[dls]v(h|w|min|max|i|b)|r?lh|cap|rex|ric)\b/
const SHARED_AT_RULES = new Set(['charset', 'font-face', 'import', 'keyframes', 'layer', 'media', 'page', 'supports'])

/** A minified stylesheet without the rules that the oldest browsers do not know and therefore skip. */
function olderStyles(css: string): string {
  let kept = ''
  for (const { head, body } of partsOf(css)) {
    if (body === null) kept += olderDeclaration(head)
    else if (!head.startsWith('@')) kept += isKnownSelector(head) ? `${head}{${olderStyles(body)}}` : ''
    // The first is Tailwind's test for browsers without @property.
    else if (/^@supports.*-webkit-hyphens|^@supports not selector\(:has/.test(head)) kept += olderStyles(body)
    else if (SHARED_AT_RULES.has(/^@([a-z-]+)/.exec(head)![1]!) && !NEWER_VALUES.test(head) && !head.includes(':has('))
      kept += `${head}{${olderStyles(body)}}`
  }
  return kept
}

/** The rules that browsers without cascade layers see. */
export function withoutLayers(css: string): string {
  const parts = [...partsOf(css)].filter(({ head }) => !/^@(layer|property)/.test(head))
  return parts.map(({ head, body }) => (body === null ? `${head};` : `${head}{${body}}`)).join('')
}

/** The declarations and rules of a block, or of the stylesheet. */
function* partsOf(css: string): Generator<{ head: string; body: string | null }> {
  let [start, open, depth] = [0, 0, 0]
  for (const { 0: sign, index } of css.matchAll(/[;{}]|$/g)) {
    if (sign === '{' && depth++ === 0) open = index
    if (sign === '}' && --depth > 0) continue
    if (depth > 0) continue
    const text = css.slice(start, index)
    if (sign === '}') yield { head: css.slice(start, open), body: css.slice(open + 1, index) }
    else if (text.trim()) yield { head: text, body: null }
    start = index + 1
  }
}

function olderDeclaration(text: string): string {
  const [name = '', value = ''] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)]
  const isNewValue = NEWER_VALUES.test(value)
  // An unknown value in a variable makes the declarations that use the variable invalid.
  if (name.startsWith('--') && isNewValue) return `${name}:initial;`
  return !text.startsWith('@') && (isNewValue || isNewerProperty(name)) ? '' : `${text};`
}

/** One unknown selector makes browsers skip the whole rule. */
function isKnownSelector(text: string): boolean {
  const names = [...text.matchAll(/(?<!\\):+([a-z-]+)/g)].map(([, name]) => name!)
  // Each browser has its own names for the parts of its controls.
  return names.every((name) => name.startsWith('-') || !isNewerSelector(name))
}
