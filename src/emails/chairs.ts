import { type Html, html } from './html.ts'
import { mailColors } from './mail-style.ts'

/*
 * The chairs of the site (src/web/ui/drawings), in the same units. Many mail programs show neither SVG nor pictures, so
 * the chairs are drawn with the borders of boxes. Programs that change colours then change all parts of a chair in the
 * same way.
 */

export function firstChair(height: number): Html {
  const box = pen(height / 390)
  const velvet = { fill: mailColors().cream }
  return drawing([
    box({ left: 44, width: 74, height: 44, radius: [20, 20, 20, 20], below: 6, ...velvet }),
    // One box, because the sides of two would not meet.
    sideBySide(box({ left: 38, width: 86, height: 164, radius: [26, 26, 0, 0], sides: 'tlr', ...velvet }), 'bottom', [
      box({ left: 0, width: 98, height: 24, radius: [0, 12, 12, 0], sides: 'trb', ...velvet }),
      box({ left: 0, width: 82, height: 40, sides: 'r' }),
    ]),
    box({ left: 14, width: 212, height: 50, radius: [24, 24, 24, 24], ...velvet }),
    box({ left: 84, width: 108, height: 20, radius: [0, 0, 12, 12], sides: 'lrb' }),
    sideBySide(box({ left: 122, width: 32, height: 64, sides: 'lr' }), 'bottom', [
      box({ left: 0, width: 84, height: 42, radius: [0, 14, 0, 0], sides: 'tr' }),
      box({ left: 62, width: 72, height: 16, radius: [7, 7, 7, 7] }),
    ]),
    box({ left: 54, width: 172, height: 39, radius: [86, 86, 0, 0], sides: 'tlr' }),
  ])
}

export function waitingChair(height: number): Html {
  const box = pen(height / 128)
  return drawing([
    box({ left: 8, width: 16, height: 64, radius: [6, 6, 0, 0], sides: 'tlr' }),
    box({ left: 2, width: 74, height: 14, radius: [6, 6, 6, 6] }),
    box({ left: 10, width: 60, height: 24, sides: 'lrb' }),
    box({ left: 7, width: 66, height: 26, sides: 'lr' }),
  ])
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
  return ({ left, width, height, radius = [0, 0, 0, 0], sides = 'trbl', below = 0, fill }) => {
    const lines = (...names: string[]) => names.filter((name) => sides.includes(name)).length * LINE
    const style = [
      `width:${Math.max(0, pixels(width) - lines('l', 'r'))}px`,
      `height:${Math.max(0, pixels(height) - lines('t', 'b'))}px`,
      `margin:0 0 ${pixels(below)}px ${pixels(left)}px`,
      ...['top', 'right', 'bottom', 'left'].map((side) =>
        sides.includes(side[0]!) ? `border-${side}:${LINE}px solid ${mailColors().velvetInk}` : `border-${side}:0`,
      ),
      `border-radius:${radius.map((corner) => `${pixels(corner)}px`).join(' ')}`,
      ...(fill ? [`background:${fill}`] : []),
    ]
    return html`<div style="${style.join(';')}">&nbsp;</div>`
  }
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
      <td align="left">${parts}</td>
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
