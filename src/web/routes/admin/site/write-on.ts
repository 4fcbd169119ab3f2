import { inWords as countInWords } from '#shared/values/in-words.ts'
import { SLOT } from '#shared/values/fill.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import type { PreviewName } from '#shared/site/site-editing.ts'
import { inWords, textsBelow, valueAt } from './paths.ts'

/** The part of the site document that is searched first for the texts of a page. For mails, it is `mails`. */
const FIRST: Partial<Record<PreviewName, string>> = {
  home: 'landing',
  form: 'form',
  checkInbox: 'checkInbox',
  confirm: 'confirm',
  thankYou: 'thankYou',
  place: 'place',
  invitation: 'seat',
  unsubscribe: 'unsubscribe',
  contact: 'contact',
  privacy: 'privacy',
}
/**
 * Not editable here: parts of questions other than their text, which the list of questions edits, and values that are
 * not words.
 */
const ELSEWHERE = /^look\.|^questions\.\d+\.(?!question$)|\.(embed|file|tool)$/

type Writing = {
  show: PreviewName
  site: SiteDocument
  onWrite: (path: string, text: string) => void
}

/**
 * Makes the texts of a rendered page editable in place. Each text node that equals a text of the site becomes a field.
 * A focused field shows the placeholders, such as `{brand}`, in place of their values.
 */
export function writeOn(page: Document, { show, site, onWrite }: Writing) {
  const paths = findPaths(site, show)
  const texts = new Map<string, string>()
  // Safari before 16.4 has none: there the fields have no outlines.
  if ('adoptedStyleSheets' in page) page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheetOf(page)]
  // A caret cannot be put into a button, and buttons do nothing here.
  for (const button of page.querySelectorAll('button')) replaceButton(button)
  page.addEventListener('click', (event) => event.preventDefault())

  for (const node of textNodesOf(page)) {
    const path = paths.get(tidy(node.data))
    if (path) makeField(node, path)
  }

  function makeField(node: Text, path: string) {
    const field = page.createElement('span')
    makeEditable(field)
    field.dataset.path = path
    field.setAttribute('role', 'textbox')
    field.setAttribute('aria-label', inWords(path))
    // Spaces around the text stay outside, because they would show in a field.
    const [before = '', after = ''] = [/^\s*/, /\s*$/].map((spaces) => spaces.exec(node.data)?.[0])
    field.textContent = tidy(node.data)
    node.replaceWith(before, field, after)
    texts.set(path, String(valueAt(site, path)))
    field.addEventListener('focus', () => (field.textContent = texts.get(path)!))
    field.addEventListener('beforeinput', (event) => {
      if (/^insert(Paragraph|LineBreak)$/.test(event.inputType)) event.preventDefault()
    })
    field.addEventListener('input', () => {
      texts.set(path, field.textContent)
      onWrite(path, field.textContent)
    })
    field.addEventListener('blur', () => {
      for (const one of page.querySelectorAll<HTMLElement>(`[data-path="${path}"]`))
        one.textContent = filled(texts.get(path)!, site)
    })
  }
}

/** Firefox before 136 refuses `plaintext-only`. With `true`, pasted text may look formatted until the field is left. */
function makeEditable(field: HTMLElement) {
  try {
    field.contentEditable = 'plaintext-only'
  } catch {
    field.contentEditable = 'true'
  }
}

/** The paths of the site's texts, by the text as shown. */
function findPaths(site: SiteDocument, show: PreviewName): Map<string, string> {
  const first = FIRST[show] ?? 'mails'
  const all = Object.keys(site).flatMap((part) => textsBelow(site, part))
  const found = new Map<string, string>()
  for (const path of all.sort((a, b) => Number(b.startsWith(first)) - Number(a.startsWith(first)))) {
    const text = tidy(filled(String(valueAt(site, path)), site))
    if (text && !ELSEWHERE.test(path) && !found.has(text)) found.set(text, path)
  }
  return found
}

/** Fills in the values that are the same for all readers. */
function filled(text: string, { brand, questions }: SiteDocument): string {
  const asked = questions.filter(({ archived }) => !archived).length
  const basics = new Map([
    ['brand', brand.name],
    ['launch', brand.launch],
    ['support', brand.supportEmail],
    ['questions', countInWords(asked)],
  ])
  return text.replace(SLOT, (slot, name: string) => basics.get(name) ?? slot)
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function textNodesOf(page: Document): Text[] {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}

function replaceButton(button: HTMLButtonElement) {
  const shown = button.ownerDocument.createElement('span')
  for (const { name, value } of button.attributes)
    if (name === 'class' || name === 'id') shown.setAttribute(name, value)
  shown.append(...button.childNodes)
  button.replaceWith(shown)
}

/** A style sheet that the page's policy allows. */
function sheetOf(page: Document): CSSStyleSheet {
  const { CSSStyleSheet } = page.defaultView as unknown as { CSSStyleSheet: typeof globalThis.CSSStyleSheet }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`[data-path]{border-radius:2px;outline:1px dashed transparent;outline-offset:3px;cursor:text}
    [data-path]:hover{outline-color:currentColor}
    [data-path]:focus{outline:2px solid currentColor}`)
  return sheet
}
