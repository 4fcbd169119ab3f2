import { fileURLToPath } from 'node:url'
import { renderAsync, type ResvgRenderOptions, Resvg } from '@resvg/resvg-js'
import { html } from '../../emails/html.ts'
import { type Ticket, ticketSvg } from './ticket-svg.ts'

/** Draws a ticket as PNG. */
export type DrawTicket = (ticket: Ticket) => Promise<Buffer>

/** Of about 60 KB each. */
const MOST_KEPT = 200

/** Keeps the tickets that were asked for last. They are drawn beside the thread that answers. */
export function createDrawTicket(chair: string): DrawTicket {
  const kept = new Map<string, Promise<Buffer>>()
  return (ticket) => {
    const { markup } = ticketSvg(ticket, { chair, measure })
    const known = kept.get(markup)
    const drawn = known ?? draw(markup)
    kept.delete(markup)
    kept.set(markup, drawn)
    if (!known) drawn.catch(() => kept.delete(markup))
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    return drawn
  }
}

async function draw(markup: string): Promise<Buffer> {
  const drawing = await renderAsync(markup, optionsFor(markup))
  return drawing.asPng()
}

/** Latin letters with all their accents; how it was made: docs/decisions/0170-tickets.md. */
const FONT = fileURLToPath(new URL('fraunces-display.ttf', import.meta.url))
const BEYOND_FONT = /[^ -\u024F\u1E00-\u1EFF\u2000-\u206F\u20A0-\u20BF\u2122]/

/** Other letters come from the fonts of the machine, if it has any. Looking through these takes a moment. */
function optionsFor(text: string): ResvgRenderOptions {
  return {
    font: { fontFiles: [FONT], loadSystemFonts: BEYOND_FONT.test(text), defaultFontFamily: 'Fraunces Display' },
  }
}

function measure(text: string, size: number): number {
  const { markup } = html`<svg xmlns="http://www.w3.org/2000/svg">
    <text font-size="${size}" font-family="Fraunces Display">${text}</text>
  </svg>`
  return new Resvg(markup, optionsFor(text)).getBBox()?.width ?? 0
}
