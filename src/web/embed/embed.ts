import type { EmbedData } from '#shared/joining/embed.ts'
import css from './embed.css?inline'
import { drawCard, type Card, enliven } from './card.ts'
import { fitFrame, tellHeight } from './frame.ts'

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
        if (!sheet || this.hasAttribute('frame')) return fitFrame(this, data)
        // A page can replace `attachShadow` before: the closed root only prevents accidental access.
        const root = this.attachShadow({ mode: 'closed' })
        root.adoptedStyleSheets = [sheet]
        const card = drawCard(data, { theme: this.getAttribute('theme'), font: this.getAttribute('font') })
        root.append(card.element)
        enliven(card, data)
        void showCount(card)
      }
    },
  )
}

async function showCount({ count }: Card) {
  try {
    const answer = await fetch(data.count, { credentials: 'omit' })
    const { count: number } = (await answer.json()) as { count: number }
    if (!(number > 0)) return
    count.textContent = number.toLocaleString('en-GB') + data.words.joined
    count.hidden = false
  } catch {
    // The server gives the number only to listed sites.
  }
}

const drawn = document.querySelector<HTMLElement>('.card[data-frame]')
if (drawn) {
  const find = <Found extends HTMLElement>(selector: string) => drawn.querySelector<Found>(selector)!
  enliven({ element: drawn, form: find('form'), count: find('.count'), done: find('.done') }, data)
  tellHeight()
} else if (!customElements.get('firstchair-waitlist')) defineElement()
