import { fileURLToPath } from 'node:url'
import { renderAsync, type ResvgRenderOptions, Resvg } from '@resvg/resvg-js'
import { perSite } from '#shared/site/site.ts'
import { html } from '../../emails/html.ts'
import { isBeyondFont, type Measure, type Ticket, ticketSvg } from './ticket-svg.ts'

/** Draws a ticket as a PNG of 1200 × 630 pixels. */
export type DrawTicket = (ticket: Ticket) => Promise<Buffer>

/** The most tickets in the cache, of about 60 KB each. */
const MOST_KEPT = 200
/** The most widths in the cache: enough for the lines of a site and some codes. */
const MOST_WIDTHS = 1_000

/** Caches the most recently used tickets until the site changes. Tickets are drawn in another thread. */
export function createDrawTicket(chair: string): DrawTicket {
  const current = perSite(() => ({ drawings: new Map<string, Promise<Buffer>>(), measure: createMeasure() }))
  return (ticket) => {
    const { drawings, measure } = current()
    const key = JSON.stringify(ticket)
    const known = drawings.get(key)
    const drawing = known ?? draw(ticketSvg(ticket, { chair, measure }).markup)
    drawings.delete(key)
    drawings.set(key, drawing)
    if (!known) drawing.catch(() => drawings.delete(key))
    if (drawings.size > MOST_KEPT) drawings.delete(drawings.keys().next().value!)
    return drawing
  }
}

async function draw(markup: string): Promise<Buffer> {
  const drawing = await renderAsync(markup, optionsFor(markup))
  return drawing.asPng()
}

/**
 * This font has Latin letters with all accents. docs/decisions/0164-joining-without-scripts.md says how it was made.
 */
const FONT = fileURLToPath(new URL('../../web/styles/fonts/fraunces-display.ttf', import.meta.url))

/** If the text has letters that the font lacks, resvg searches all fonts of the machine, which takes a moment. */
function optionsFor(text: string): ResvgRenderOptions {
  return {
    font: { fontFiles: [FONT], loadSystemFonts: isBeyondFont(text), defaultFontFamily: 'Fraunces Display' },
  }
}

/**
 * Caches widths, because resvg measures in the thread that answers requests. Letters that the font lacks would make it
 * search all fonts, so their widths are estimated.
 */
function createMeasure(): Measure {
  const widths = new Map<string, number>()
  return (text, size) => {
    const width = widths.get(text) ?? (isBeyondFont(text) ? estimate(text) : widthOf(text))
    if (widths.size < MOST_WIDTHS) widths.set(text, width)
    return width * size
  }
}

const SQUARE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}]/u

function estimate(text: string): number {
  return [...text].reduce((width, letter) => width + (SQUARE.test(letter) ? 1 : 0.62), 0)
}

/** The width of a text as a multiple of the font size. */
function widthOf(text: string): number {
  const { markup } = html`<svg xmlns="http://www.w3.org/2000/svg">
    <text font-size="100" font-family="Fraunces Display">${text}</text>
  </svg>`
  return (new Resvg(markup, optionsFor(text)).getBBox()?.width ?? 0) / 100
}
