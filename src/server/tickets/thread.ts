import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { type ResvgRenderOptions, Resvg } from '@resvg/resvg-js'
import { html } from '../../emails/html.ts'
import type { Answer, Asked } from './draw-tickets.ts'
import { isBeyondFont, ticketSvg } from './ticket-svg.ts'

// Runs in the worker thread that draws tickets: a drawing takes 50 ms, and no other request may wait for it.

/** The most widths in the cache: enough for the lines of a site and some codes. */
const MOST_WIDTHS = 1_000
/** This font has Latin letters with all accents. docs/decisions/0164-joining-without-scripts.md says how it was made. */
const FONT = fileURLToPath(new URL('../../web/styles/fonts/fraunces-display.ttf', import.meta.url))

const { chair } = workerData as { chair: string }
const port = parentPort!
const widths = new Map<string, number>()

// On Linux this is the priority of this thread, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(19)

port.on('message', ({ id, ticket, look }: Asked) => {
  try {
    const { markup } = ticketSvg(ticket, { chair, look, measure })
    port.postMessage({ id, png: new Resvg(markup, optionsFor(markup)).render().asPng() } satisfies Answer)
  } catch (error) {
    port.postMessage({ id, problem: String(error) } satisfies Answer)
  }
})

/** If the text has letters that the font lacks, resvg searches all fonts of the machine, which takes a moment. */
function optionsFor(text: string): ResvgRenderOptions {
  return {
    font: { fontFiles: [FONT], loadSystemFonts: isBeyondFont(text), defaultFontFamily: 'Fraunces Display' },
  }
}

/** Letters that the font lacks would make resvg search all fonts, so their widths are estimated. */
function measure(text: string, size: number): number {
  const width = widths.get(text) ?? (isBeyondFont(text) ? estimate(text) : widthOf(text))
  if (widths.size < MOST_WIDTHS) widths.set(text, width)
  return width * size
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
