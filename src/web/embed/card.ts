import { readEmail } from '#shared/values/email.ts'
import type { EmbedData, OutcomeMessage } from '#shared/joining/embed.ts'

export type Card = { element: HTMLElement; form: HTMLFormElement; count: HTMLElement; done: HTMLElement }

type Chosen = { theme: string | null; font: string | null }

/** A named window keeps its opener, so it can report the position. */
const WINDOW = 'firstchair-join'
const BROUGHT = /^(ref|utm_(source|medium|campaign|term|content))$/

/** The same markup as embed/frame.tsx. Parses no text as markup, so it works under any content security policy. */
export function drawCard({ join, words, lines, act }: EmbedData, { theme, font }: Chosen): Card {
  const count = tag('p', { className: 'note count', hidden: true })
  const done = tag('div', { className: 'done', role: 'status' })
  const email = tag('input', { id: 'email', name: 'email', type: 'email', required: true, autocomplete: 'email' })
  const form = tag(
    'form',
    { method: 'post', action: join, target: WINDOW, acceptCharset: 'utf-8', hidden: act === null },
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
      tag('a', { href: words.privacyLink, target: '_blank', rel: 'noopener', textContent: words.privacy }),
    ),
  )
  const looks = [theme === 'light' || theme === 'dark' ? theme : '', font === 'inherit' ? font : '']
  const said = lines.map((textContent) => tag('p', { textContent }))
  const title = tag('p', { className: 'title', textContent: words.title })
  const element = tag('div', { className: `card ${looks.join(' ')}` }, title, count, ...said, form, done)
  return { element, form, count, done }
}

export function brought(): [string, string][] {
  return [...new URLSearchParams(location.search)].filter(([name]) => BROUGHT.test(name))
}

export function enliven({ form, done }: Card, data: EmbedData) {
  const email = form.elements.namedItem('email') as HTMLInputElement
  // The browser refuses much of what people paste, before it sends the form.
  email.addEventListener('change', () => (email.value = readEmail(email.value)))
  addEventListener('message', ({ origin, data: told }: MessageEvent<OutcomeMessage | null>) => {
    if (origin !== data.origin) return
    const drawn = told && drawOutcome(told, data)
    if (!drawn) return
    form.hidden = true
    done.replaceChildren(...drawn)
  })
}

/** Null for messages of others, such as browser extensions. */
function drawOutcome(told: OutcomeMessage, data: EmbedData): HTMLElement[] | null {
  if (told.firstchair === 'asked') return [tag('p', { textContent: data.words.asked })]
  const isPlace = told.firstchair === 'joined' && Number.isSafeInteger(told.position) && typeof told.code === 'string'
  return isPlace ? drawPlace(told, data) : null
}

type Place = Extract<OutcomeMessage, { firstchair: 'joined' }>

function drawPlace({ position, code }: Place, { words, referral, share }: EmbedData): HTMLElement[] {
  const address = referral + encodeURIComponent(code)
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
