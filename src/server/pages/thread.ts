import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { type ResvgRenderOptions, Resvg } from '@resvg/resvg-js'
import { html } from '../../emails/html.ts'
import type { Answer, Asked } from './draw-tickets.ts'
import { isBeyondFont, ticketSvg } from './ticket-svg.ts'

// A worker thread: a drawing takes 50 ms, and no other request may wait for it.

const MOST_WIDTHS = 1_000
/** Latin with all accents and Arabic, in one file: in a line of both, resvg leaves boxes for the letters of a second. */
const FONT = fileURLToPath(new URL('../../web/styles/fonts/fraunces-display.ttf', import.meta.url))

const port = parentPort!
const widths = new Map<string, number>()

// On Linux the priority of this thread, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(19)

port.on('message', ({ id, ticket, look }: Asked) => {
  try {
    const { markup } = ticketSvg(ticket, { look, measure })
    port.postMessage({ id, png: new Resvg(markup, optionsFor(markup)).render().asPng() } satisfies Answer)
  } catch (error) {
    port.postMessage({ id, problem: String(error) } satisfies Answer)
  }
})

/** For letters that the font lacks, resvg searches all fonts of the machine, which takes a moment. */
function optionsFor(text: string): ResvgRenderOptions {
  return {
    font: { fontFiles: [FONT], loadSystemFonts: isBeyondFont(text), defaultFontFamily: 'Fraunces Display' },
  }
}

function measure(text: string, size: number): number {
  const width = widths.get(text) ?? (isBeyondFont(text) ? estimate(text) : widthOf(text))
  if (widths.size < MOST_WIDTHS) widths.set(text, width)
  return width * size
}

const SQUARE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}]/u

function estimate(text: string): number {
  return [...text].reduce((width, letter) => width + (SQUARE.test(letter) ? 1 : 0.62), 0)
}

function widthOf(text: string): number {
  const { markup } = html`<svg xmlns="http://www.w3.org/2000/svg">
    <text font-size="100" font-family="Fraunces Display">${text}</text>
  </svg>`
  return (new Resvg(markup, optionsFor(text)).getBBox()?.width ?? 0) / 100
}
