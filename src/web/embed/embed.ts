import type { EmbedData, EmbedTexts, HeightMessage, OutcomeMessage } from '#shared/joining/embed.ts'
import css from './embed.css?inline'
import { readEmail } from '#shared/values/email.ts'

type Card = { element: HTMLElement; form: HTMLFormElement; count: HTMLElement; done: HTMLElement }

type Chosen = { theme: string | null; font: string | null }

/** In the language of the page around it, if the list has it. */
function textsFor({ languages, first }: EmbedData, around: Element): EmbedTexts {
  const asked = around.closest('[lang]')?.getAttribute('lang')?.toLowerCase().split('-')[0] ?? ''
  return languages[Object.hasOwn(languages, asked) ? asked : first]!
}

/** A named window keeps its opener, so it can report the position. */
const WINDOW = 'firstchair-join'
const BROUGHT = /^(ref|utm_(source|medium|campaign|term|content))$/

/** The same markup as embed/frame.tsx. Parses no text as markup, so it works under any content security policy. */
function drawCard(
  { origin, act }: EmbedData,
  { join, words, lines, locale, direction }: EmbedTexts,
  { theme, font }: Chosen,
): Card {
  const count = tag('p', { className: 'note count', hidden: true })
  const done = tag('div', { className: 'done', role: 'status' })
  const email = tag('input', { id: 'email', name: 'email', type: 'email', required: true, autocomplete: 'email' })
  const form = tag(
    'form',
    { method: 'post', action: origin + join, target: WINDOW, acceptCharset: 'utf-8', hidden: act === null },
    tag('label', { htmlFor: 'email', textContent: words.email }),
    tag(
      'div',
      { className: 'row' },
      email,
      tag('button', { className: 'main', textContent: words.button, name: 'act', value: act ?? '' }),
    ),
    tag('input', { type: 'hidden', name: 'embed', value: 'element' }),
    ...brought().map(([name, value]) => tag('input', { type: 'hidden', name, value })),
    tag(
      'p',
      { className: 'note', textContent: `${words.opens} ` },
      tag('a', { href: origin + words.privacyLink, target: '_blank', rel: 'noopener', textContent: words.privacy }),
    ),
  )
  const looks = [theme === 'light' || theme === 'dark' ? theme : '', font === 'inherit' ? font : '']
  const said = lines.map((textContent) => tag('p', { textContent }))
  const title = tag('p', { className: 'title', textContent: words.title })
  const looking = { className: `card ${looks.join(' ')}`, lang: locale, dir: direction }
  const element = tag('div', looking, title, count, ...said, form, done)
  return { element, form, count, done }
}

function brought(): [string, string][] {
  return [...new URLSearchParams(location.search)].filter(([name]) => BROUGHT.test(name))
}

function enliven({ form, done }: Card, data: EmbedData, texts: EmbedTexts) {
  const email = form.elements.namedItem('email') as HTMLInputElement
  // The browser refuses much of what people paste, before it sends the form.
  email.addEventListener('change', () => (email.value = readEmail(email.value)))
  addEventListener('message', ({ origin, data: told }: MessageEvent<OutcomeMessage | null>) => {
    if (origin !== data.origin) return
    const drawn = told && drawOutcome(told, { ...data, ...texts })
    if (!drawn) return
    form.hidden = true
    done.replaceChildren(...drawn)
  })
}

type Drawing = EmbedData & EmbedTexts

/** Null for messages of others, such as browser extensions. */
function drawOutcome(told: OutcomeMessage, data: Drawing): HTMLElement[] | null {
  if (told.firstchair === 'asked') return [tag('p', { textContent: data.words.asked })]
  const isPlace = told.firstchair === 'joined' && Number.isSafeInteger(told.position) && typeof told.code === 'string'
  return isPlace ? drawPlace(told, data) : null
}

type Place = Extract<OutcomeMessage, { firstchair: 'joined' }>

function drawPlace({ position, code }: Place, { origin, words, referral, share }: Drawing): HTMLElement[] {
  const address = origin + referral + encodeURIComponent(code)
  const link = tag('p', { className: 'link', textContent: address })
  const copy = tag('button', { type: 'button', className: 'main', textContent: words.copy })
  copy.addEventListener('click', () => {
    const told = (word: string) => () => (copy.textContent = word)
    // Without permission or over plain http, there is no clipboard.
    void Promise.resolve()
      .then(() => navigator.clipboard.writeText(address))
      .then(told(words.copied), told(words.failed))
  })
  const shares = Object.entries(share).map(([name, start]) =>
    tag('a', {
      className: 'share',
      href: start + encodeURIComponent(address),
      target: '_blank',
      rel: 'noopener noreferrer',
      textContent: name,
    }),
  )
  return [
    tag('p', { className: 'place', textContent: `${words.before} #${position} ${words.after}` }),
    tag('p', { className: 'note', textContent: words.link }),
    link,
    tag('div', { className: 'row' }, copy, ...shares),
  ]
}

function tag<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Node[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

const FIRST_HEIGHT = 320
const LEAST = 100
const MOST = 2_000

function fitFrame(around: HTMLElement, { origin }: EmbedData, { frame: path, words }: EmbedTexts) {
  const frame = document.createElement('iframe')
  // The frame cannot read the page's address.
  frame.src = `${origin}${path}?${new URLSearchParams(brought())}`
  frame.title = words.title
  frame.height = String(FIRST_HEIGHT)
  frame.width = '100%'
  frame.setAttribute('frameborder', '0')
  addEventListener('message', ({ origin: sender, source, data }: MessageEvent<Partial<HeightMessage> | null>) => {
    if (sender !== origin || source !== frame.contentWindow || data?.firstchair !== 'height') return
    const height = Number(data.height)
    if (height >= LEAST && height <= MOST) frame.height = String(height)
  })
  around.replaceChildren(frame)
}

/** Only listed sites can frame it. */
function tellHeight() {
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    parent.postMessage({ firstchair: 'height', height } satisfies HeightMessage, '*')
  }
  new ResizeObserver(tell).observe(document.body)
  tell()
}

declare const __EMBED__: EmbedData
declare const __COLORS__: string

const data = __EMBED__

/** Allowed by content security policies, because it is not inline. Null without support. */
function ownSheet(): CSSStyleSheet | null {
  if (!('adoptedStyleSheets' in Document.prototype)) return null
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css + __COLORS__)
  return sheet
}

function defineElement() {
  const sheet = ownSheet()
  customElements.define(
    'firstchair-waitlist',
    class extends HTMLElement {
      #isDrawn = false

      connectedCallback() {
        if (this.#isDrawn) return
        this.#isDrawn = true
        if (!sheet || this.hasAttribute('frame')) return fitFrame(this, data, textsFor(data, this))
        // A page can replace `attachShadow` before: the closed root only prevents accidental access.
        const root = this.attachShadow({ mode: 'closed' })
        root.adoptedStyleSheets = [sheet]
        const texts = textsFor(data, this)
        const card = drawCard(data, texts, { theme: this.getAttribute('theme'), font: this.getAttribute('font') })
        root.append(card.element)
        enliven(card, data, texts)
        void showCount(card, texts)
      }
    },
  )
}

async function showCount({ count }: Card, { locale, words }: EmbedTexts) {
  try {
    const answer = await fetch(data.origin + data.count, { credentials: 'omit' })
    const { count: number } = (await answer.json()) as { count: number }
    if (!(number > 0)) return
    count.textContent = number.toLocaleString(locale) + words.joined
    count.hidden = false
  } catch {
    // The server gives the number only to listed sites.
  }
}

const drawn = document.querySelector<HTMLElement>('.card[data-frame]')
if (drawn) {
  const find = <Found extends HTMLElement>(selector: string) => drawn.querySelector<Found>(selector)!
  enliven(
    { element: drawn, form: find('form'), count: find('.count'), done: find('.done') },
    data,
    textsFor(data, drawn),
  )
  tellHeight()
} else if (!customElements.get('firstchair-waitlist')) defineElement()
