import { type Html, html } from './html.ts'
import { mailColors, FONTS } from './mail-style.ts'

/** A link that looks like a button. Both the cell and the link are styled, because Outlook draws only the cell. */
export function button({ href, label }: { href: string; label: string }): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 16px">
    <tr>
      <td class="button" bgcolor="${mailColors().ink}" style="background:${mailColors().ink};border-radius:10px">
        <a
          class="button"
          href="${href}"
          style="display:inline-block;padding:13px 23px;border:1px solid ${mailColors().ink};border-radius:10px;background:${mailColors().ink};color:${mailColors().paper};font:500 16px/20px ${FONTS.text};text-decoration:none"
          >${label}</a
        >
      </td>
    </tr>
  </table>`
}
