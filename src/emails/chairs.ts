import type { Queue } from '#shared/site/drawings.ts'
import { site } from '#shared/site/site.ts'
import { type Html, html } from './html.ts'
import { mailColors, sides } from './mail-style.ts'

/*
 * The queue of the site (src/shared/site/artwork.ts), in the same units. Many mail programs show neither SVG nor
 * pictures, so it is drawn with the borders of boxes. Programs that change colours then change all parts of a drawing in
 * the same way.
 */

type Draw = (box: ReturnType<typeof pen>) => Html[]
type Drawn = { height: number; draw: Draw }

const FIRST: Record<Queue, Drawn> = {
  chair: {
    height: 390,
    draw: (box) => [
      box({ left: 44, width: 74, height: 44, radius: [20, 20, 20, 20], below: 6, ...filled() }),
      // One box, because the sides of two would not meet.
      sideBySide(
        box({ left: 38, width: 86, height: 164, radius: [26, 26, 0, 0], sides: 'tlr', ...filled() }),
        'bottom',
        [
          box({ left: 0, width: 98, height: 24, radius: [0, 12, 12, 0], sides: 'trb', ...filled() }),
          box({ left: 0, width: 82, height: 40, sides: 'r' }),
        ],
      ),
      box({ left: 14, width: 212, height: 50, radius: [24, 24, 24, 24], ...filled() }),
      box({ left: 84, width: 108, height: 20, radius: [0, 0, 12, 12], sides: 'lrb' }),
      sideBySide(box({ left: 122, width: 32, height: 64, sides: 'lr' }), 'bottom', [
        box({ left: 0, width: 84, height: 42, radius: [0, 14, 0, 0], sides: 'tr' }),
        box({ left: 62, width: 72, height: 16, radius: [7, 7, 7, 7] }),
      ]),
      box({ left: 54, width: 172, height: 39, radius: [86, 86, 0, 0], sides: 'tlr' }),
    ],
  },
  counter: {
    height: 360,
    draw: (box) => [
      box({ left: 22, width: 208, height: 56, radius: [30, 30, 0, 0], sides: 'tlr' }),
      sideBySide(box({ left: 4, width: 82, height: 40, radius: [0, 0, 41, 41], ...filled() }), 'top', [
        sideBySide(box({ left: 0, width: 82, height: 40, radius: [0, 0, 41, 41] }), 'top', [
          box({ left: 0, width: 82, height: 40, radius: [0, 0, 41, 41], ...filled() }),
        ]),
      ]),
      box({ left: 22, width: 208, height: 84, sides: 'lr' }),
      box({ left: 4, width: 244, height: 22, radius: [8, 8, 8, 8] }),
      box({ left: 22, width: 208, height: 140, sides: 'lrb', ...filled() }),
    ],
  },
  door: {
    height: 390,
    draw: (box) => [
      box({ left: 30, width: 200, height: 110, radius: [100, 100, 0, 0], sides: 'tlr', ...filled() }),
      sideBySide(box({ left: 30, width: 101, height: 256, sides: 'tlr', ...filled() }), 'top', [
        box({ left: 0, width: 99, height: 256, sides: 'tr', ...filled() }),
      ]),
      box({ left: 6, width: 248, height: 18, radius: [4, 4, 0, 0] }),
    ],
  },
}

const WAITING: Record<Queue, Draw> = {
  chair: (box) => [
    box({ left: 8, width: 16, height: 64, radius: [6, 6, 0, 0], sides: 'tlr' }),
    box({ left: 2, width: 74, height: 14, radius: [6, 6, 6, 6] }),
    box({ left: 10, width: 60, height: 24, sides: 'lrb' }),
    box({ left: 7, width: 66, height: 26, sides: 'lr' }),
  ],
  counter: (box) => [
    box({ left: 18, width: 44, height: 40, radius: [22, 22, 0, 0], sides: 'tlr' }),
    box({ left: 2, width: 76, height: 14, radius: [6, 6, 6, 6] }),
    box({ left: 10, width: 60, height: 58, radius: [0, 0, 12, 12], sides: 'lrb' }),
  ],
  door: (box) => [
    box({ left: 2, width: 76, height: 14, radius: [7, 7, 7, 7] }),
    box({ left: 33, width: 14, height: 62, sides: 'lr' }),
    box({ left: 14, width: 52, height: 16, radius: [14, 14, 0, 0] }),
  ],
}

/** The drawing of the front of the queue: a chair, unless the site has another queue. */
export function firstChair(height: number): Html {
  const { height: units, draw } = FIRST[site().look.queue]
  return drawing(draw(pen(height / units)))
}

export function waitingChair(height: number): Html {
  return drawing(WAITING[site().look.queue](pen(height / 128)))
}

function filled() {
  return { fill: mailColors().cream }
}

type Box = {
  left: number
  width: number
  height: number
  /** The radii of the corners, clockwise from the upper left. */
  radius?: [number, number, number, number]
  /** The sides with a line: top, right, bottom, left. */
  sides?: string
  below?: number
  fill?: string
}

const LINE = 2

function pen(scale: number): (box: Box) => Html {
  const pixels = (units: number) => Math.round(units * scale)
  return ({ left, width, height, radius = [0, 0, 0, 0], sides: lined = 'trbl', below = 0, fill }) => {
    const lines = (...names: string[]) => names.filter((name) => lined.includes(name)).length * LINE
    const style = [
      `width:${Math.max(0, pixels(width) - lines('l', 'r'))}px`,
      `height:${Math.max(0, pixels(height) - lines('t', 'b'))}px`,
      `margin-bottom:${pixels(below)}px`,
      `margin-${sides().start}:${pixels(left)}px`,
      ...Object.entries({ t: 'top', r: sides().end, b: 'bottom', l: sides().start }).map(([letter, side]) =>
        lined.includes(letter) ? `border-${side}:${LINE}px solid ${mailColors().velvetInk}` : `border-${side}:0`,
      ),
      `border-radius:${turned(radius)
        .map((corner) => `${pixels(corner)}px`)
        .join(' ')}`,
      ...(fill ? [`background:${fill}`] : []),
    ]
    return html`<div style="${style.join(';')}">&nbsp;</div>`
  }
}

/** From right to left, the chairs are mirrored. */
function turned([topStart, topEnd, bottomEnd, bottomStart]: [number, number, number, number]): number[] {
  return sides().start === 'left'
    ? [topStart, topEnd, bottomEnd, bottomStart]
    : [topEnd, topStart, bottomStart, bottomEnd]
}

function drawing(parts: Html[]): Html {
  return html`<table
    role="presentation"
    class="chair"
    align="center"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 auto;font-size:0;line-height:0"
  >
    <tr>
      <td align="${sides().start}">${parts}</td>
    </tr>
  </table>`
}

function sideBySide(first: Html, valign: 'top' | 'bottom', second: Html[]): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="font-size:0;line-height:0">
    <tr>
      <td valign="top">${first}</td>
      <td valign="${valign}">${second}</td>
    </tr>
  </table>`
}
