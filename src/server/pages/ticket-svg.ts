import { site } from '#shared/site/site.ts'
import { type Html, html } from '../../emails/html.ts'

type Measure = (text: string, size: number) => number

/** `code`: null on a ticket that belongs to nobody. */
export type Ticket = { title: string; text: string; code: string | null }

/** `first`: the drawing of the first in line, in a box of 340 × 406. */
export type Look = Record<'name' | 'velvet' | 'raised' | 'ink' | 'muted' | 'first', string> & {
  direction: 'ltr' | 'rtl'
}

type Drawn = {
  look: Look
  measure: Measure
}

const [WIDTH, HEIGHT] = [1200, 630]
/** A mixture of our font and others would look uneven. */
const OTHER_FAMILIES = 'Noto Serif, DejaVu Serif, Liberation Serif, FreeSerif, serif'

export function isBeyondFont(text: string): boolean {
  return /[^ -\u024F\u060C\u061B\u061F\u0621-\u063A\u0640-\u0652\u0670\u1E00-\u1EFF\u2000-\u206F\u20A0-\u20BF\u2122]/.test(
    text,
  )
}

/** Of the words and of the stub behind the perforation, in pixels. */
const WORDS = { left: 116, width: 640 }
const STUB = { left: 826, width: 290 }
const [TOP, BOTTOM] = [62, 568]

export function ownTicket(): Ticket {
  const { headline, trades, launch } = site().landing
  return { title: `${headline.before} ${trades[0]} ${headline.after}`, text: launch, code: null }
}

export function invitationTicket(code: string | null): Ticket {
  const { title, text } = site().invitation
  return { title, text, code }
}

/** Right to left, it is the mirror image, with the words the right way round. */
export function ticketSvg({ title, text, code }: Ticket, { look, measure }: Drawn): Html {
  const { name, velvet, raised, ink, muted, first, direction } = look
  const isRtl = direction === 'rtl'
  const fitted = (line: string, size: number, width: number) => Math.min(size, (size * width) / measure(line, size))
  const nameSize = fitted(name, 40, WORDS.width)
  const { size, lines } = fitLines(title, measure)
  const family = isBeyondFont([name, title, text].join('')) ? OTHER_FAMILIES : 'Fraunces Display'
  const middle = STUB.left + STUB.width / 2
  const start = isRtl ? WIDTH - WORDS.left : WORDS.left
  // resvg lays a line out from left to right, unless its own characters say otherwise.
  const written = (line: string) => (isRtl ? `\u202B${line}\u202C` : line)
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${family}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${velvet}" />
    <g transform="${isRtl ? `translate(${WIDTH} 0) scale(-1 1)` : ''}">
      <path d="${outline()}" fill="${raised}" stroke="${ink}" stroke-width="2.5" />
      <path
        d="M${STUB.left - 35} 96V534"
        stroke="${ink}"
        stroke-width="2.5"
        stroke-dasharray="1 12"
        stroke-linecap="round"
      />
      <g transform="translate(${middle - 145} ${code ? 106 : 140}) scale(0.84)" color="${ink}" fill="none">
        <style>
          .fill-velvet {
            fill: ${velvet};
          }
        </style>
        ${{ markup: first }}
      </g>
    </g>
    <g fill="${ink}" text-anchor="${isRtl ? 'end' : 'start'}">
      <text x="${start}" y="${TOP + 84}" font-size="${nameSize}">${written(name)}</text>
      ${lines.map((line, index) => html`<text x="${start}" y="${TOP + 120 + size * (0.9 + index * LINE_HEIGHT)}" font-size="${size}" letter-spacing="-0.02em">${written(line)}</text>`)}
      <text x="${start}" y="${BOTTOM - 52}" font-size="${fitted(text, 28, WORDS.width)}" fill="${muted}">
        ${written(text)}
      </text>
      ${code ? html`<text x="${isRtl ? WIDTH - middle : middle}" y="${BOTTOM - 52}" font-size="${fitted(code, 46, STUB.width - 40)}" text-anchor="middle">${code}</text>` : null}
    </g>
  </svg>`
}

const SIZES = [104, 88, 66, 52, 40, 30, 22]
const TITLE_HEIGHT = 300
const LINE_HEIGHT = 1.05

function fitLines(title: string, measure: Measure): { size: number; lines: string[] } {
  const linesAt = (size: number) => wrap(title, (line) => measure(line, size) <= WORDS.width)
  const fits = (size: number) => {
    const lines = linesAt(size)
    const isLow = lines.length * size * LINE_HEIGHT <= TITLE_HEIGHT
    return isLow && lines.every((line) => measure(line, size) <= WORDS.width)
  }
  const size = SIZES.find(fits)
  if (size !== undefined) return { size, lines: linesAt(size) }
  // A word is wider than the ticket, or there are far too many: scale the smallest size down.
  const least = SIZES.at(-1)!
  const lines = linesAt(least)
  const widest = Math.max(...lines.map((line) => measure(line, least) / WORDS.width), 1)
  const highest = Math.max((lines.length * least * LINE_HEIGHT) / TITLE_HEIGHT, 1)
  return { size: least / Math.max(widest, highest), lines }
}

function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function outline(): string {
  const [left, right, at, notch, corner] = [62, WIDTH - 62, STUB.left - 35, 20, 22]
  const arc = (radius: number, dx: number, dy: number, sweep = 1) => `a${radius} ${radius} 0 0 ${sweep} ${dx} ${dy}`
  return [
    `M${left + corner} ${TOP}H${at - notch}${arc(notch, 2 * notch, 0, 0)}H${right - corner}${arc(corner, corner, corner)}`,
    `V${BOTTOM - corner}${arc(corner, -corner, corner)}H${at + notch}${arc(notch, -2 * notch, 0, 0)}H${left + corner}`,
    `${arc(corner, -corner, -corner)}V${TOP + corner}${arc(corner, corner, -corner)}z`,
  ].join('')
}
