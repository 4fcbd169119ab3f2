import { locale } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { firstChair, waitingChair } from './chairs.ts'
import { type Html, html } from './html.ts'
import { mailColors, FONTS, sides, typeset } from './mail-style.ts'

/** The width available for the position, and the largest font size, in pixels. */
const NARROW = { width: 264, most: 96 }
const WIDE = { width: 480, most: 148 }
const LONGEST = '#1,234,567'.length

/** CSS rules for wide screens, where the ticket has more space. */
export const TICKET_WIDE = [
  '.ticket{padding:32px 36px 0!important}',
  '.stub{padding:14px 36px!important}',
  ...Array.from(
    { length: LONGEST },
    (_, index) => `.number${index + 1}{font-size:${fontSize(index + 1, WIDE)}px!important}`,
  ),
].join('\n')

/** The largest font size, in pixels, at which the text fits. A character is about half as wide as it is high. */
function fontSize(characters: number, { width, most }: typeof NARROW): number {
  return Math.min(most, Math.floor(width / (characters * 0.52)))
}

export function placeName(position: number): string {
  return `#${position.toLocaleString(locale())}`
}

type Ticket = {
  position: number
  before: string
  after: string
}

export function ticket({ position, before, after }: Ticket): Html {
  const name = placeName(position)
  return velvet(
    html`${typeset(before)}<br />
      <strong
        class="number${name.length}"
        style="display:block;margin-top:4px;margin-${sides().start}:-2px;color:${mailColors().velvetInk};font:400 ${fontSize(name.length, NARROW)}px/1.08 ${FONTS.display};letter-spacing:-.035em;white-space:nowrap"
        >${name}</strong
      >
      ${typeset(after)} ${queue(position)}`,
  )
}

/**
 * A ticket with a sentence and the first chair, for mails that show no position. `stub`: the text on the ticket's stub.
 */
export function plainTicket(sentence: string, stub?: string): Html {
  return velvet(
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td
          valign="bottom"
          style="padding-bottom:22px;padding-${sides().end}:16px;color:${mailColors().velvetInk};font:400 30px/1.16 ${FONTS.display};letter-spacing:-.015em"
        >
          ${typeset(sentence)}
        </td>
        <td valign="bottom" align="${sides().end}" width="80" style="color:${mailColors().velvetInk}">
          ${firstChair(96)}
        </td>
      </tr>
    </table>`,
    stub,
  )
}

/** The frame of a ticket. Its text has the same colour in light and dark mode. */
function velvet(content: Html, stub = site().brand.opens): Html {
  return html`<table
    role="presentation"
    class="velvet"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    bgcolor="${mailColors().velvet}"
    style="background:${mailColors().velvet};border-radius:20px;color:${mailColors().velvetInk}"
  >
    <tr>
      <td class="ticket" style="padding:24px 24px 0;color:${mailColors().velvetInk};font:22px/1.25 ${FONTS.display}">
        ${content}
      </td>
    </tr>
    <tr>
      <td class="stub" style="padding:12px 24px;border-top:2px solid ${mailColors().velvetInk}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td style="color:${mailColors().velvetInk};font:500 14px/1.5 ${FONTS.text}">${site().brand.name}</td>
            <td align="${sides().end}" style="color:${mailColors().velvetInk};font:500 14px/1.5 ${FONTS.text}">
              ${stub}
            </td>
          </tr>
        </table>
      </td>
    </tr>
  </table>`
}

const SEATS_SHOWN = 4

function queue(position: number): Html {
  const ahead = Math.min(position - 1, SEATS_SHOWN)
  const isLong = position - 1 > SEATS_SHOWN
  const seats = Array.from(
    { length: Math.max(0, ahead - 1) },
    () => html`<td valign="bottom" style="padding-${sides().end}:10px">${waitingChair(38)}</td>`,
  )
  const you = html`<span style="font:600 13px/1.5 ${FONTS.text};white-space:nowrap">${site().mails.place.you}</span
    ><br />`
  return html`<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" style="margin-top:20px"><tr>
${position > 1 ? html`<td valign="bottom" align="center" width="30" style="padding-${sides().end}:10px;color:${mailColors().velvetInk}">${you}${waitingChair(38)}</td>` : null}
<td width="90%" valign="bottom"${
    isLong
      ? html` style="padding-bottom:10px;padding-${sides().end}:10px">
          <div style="height:0;border-top:3px dotted ${mailColors().velvetInk};font-size:0;line-height:0">&nbsp;</div>`
      : html`>&nbsp;`
  }</td>
${seats}
<td valign="bottom" align="center" style="color:${mailColors().velvetInk}">${position === 1 ? you : null}${firstChair(84)}</td>
</tr></table>`
}
