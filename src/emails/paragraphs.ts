import { direction, readsRightToLeft } from '#shared/values/language.ts'
import { type Html, html } from './html.ts'
import { mailColors, FONTS, typeset } from './mail-style.ts'

/** Words of the owner's may be in another language than the mail. */
export function paragraph(text: string | Html[]): Html {
  const words = typeof text === 'string' ? text : text.map(({ markup }) => markup).join('')
  const dir = direction() === 'rtl' && !readsRightToLeft(words) ? 'ltr' : direction()
  const style = html`margin:24px 0 0;color:${mailColors().ink};font:16px/1.6 ${FONTS.text}`
  return html`<p class="ink" dir="${dir}" style="${style}">${text}</p>`
}

export function note(text: string): Html {
  return html`<p class="muted" style="margin:16px 0 0;color:${mailColors().muted};font:14px/1.6 ${FONTS.text}">
    ${text}
  </p>`
}

export function subheading(text: string): Html {
  return html`<h2
    class="ink"
    style="margin:36px 0 8px;color:${mailColors().ink};font:400 24px/1.25 ${FONTS.display};letter-spacing:-.01em"
  >
    ${typeset(text)}
  </h2>`
}

export function lined(rows: Html | Html[]): Html {
  return html`<table
    role="presentation"
    class="line"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="border-top:1px solid ${mailColors().line}"
  >
    ${rows}
  </table>`
}
