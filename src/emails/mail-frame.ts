import { direction, isolated, languageTag } from '#shared/values/language.ts'
import { perSite, site } from '#shared/site/site.ts'
import { type Html, html } from './html.ts'
import { mailColors, FONTS, sides, typeset } from './mail-style.ts'
import { TICKET_WIDE } from './ticket.ts'

export type ComposedMail = { subject: string; html: string; text: string }

/**
 * Classes are only for dark mode and wide screens. Every other style is inline, because some mail programs drop the
 * head. Every background is a plain colour, set together with a text colour, because some mail programs invert colours.
 */
const WIDE = `@media (min-width:600px){
.frame{padding:40px 24px 48px!important}
${TICKET_WIDE}
}`
const schemes = perSite(() => {
  const { light, dark } = site().colors
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:light){
.velvet{background:${light.velvet}!important}
}
@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}
.ink{color:${dark.ink}!important}
.muted{color:${dark.muted}!important}
.line{border-color:${dark.line}!important}
.button{border-color:${dark.ink}!important;background:${dark.ink}!important;color:${dark.paper}!important}
.velvet{background:${dark.velvet}!important}
}`
})

type Frame = {
  subject: string
  preview: string
  greeting?: string | null | undefined
  body: Html[]
  unsubscribeLink: string | null
  /** Why the reader gets this mail. Without a reason, only mails with an `unsubscribeLink` have a footer. */
  why?: string | undefined
}

/**
 * The page around every mail: at most 600 pixels wide, and built from tables, because all mail programs display those.
 */
export function mailFrame({ subject, preview, greeting = null, body, unsubscribeLink, why }: Frame): string {
  return html`<!doctype html>
    <html lang="${languageTag()}" dir="${direction()}" xmlns:o="urn:schemas-microsoft-com:office:office">
      ${head(subject)}
      <body class="paper" style="margin:0;padding:0;background:${mailColors().paper};-webkit-text-size-adjust:100%">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}${FILLER}</div>
        <div role="main" lang="${languageTag()}" dir="${direction()}">
          <table
            role="presentation"
            class="paper"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            bgcolor="${mailColors().paper}"
            style="background:${mailColors().paper}"
          >
            <tr>
              <td align="center">
                <!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
                <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
                  <tr>
                    <td
                      class="frame ink"
                      align="${sides().start}"
                      style="padding:24px 16px 32px;color:${mailColors().ink};font:16px/1.6 ${FONTS.text};word-break:break-word"
                    >
                      ${brandName()} ${greeting === null ? null : greetingLine(greeting)} ${body}
                      ${unsubscribeLink === null && !why ? null : footer(unsubscribeLink, why)}
                    </td>
                  </tr>
                </table>
                <!--[if mso]></td></tr></table><![endif]-->
              </td>
            </tr>
          </table>
        </div>
      </body>
    </html> `.markup
}

function head(subject: string): Html {
  // Separate blocks, because some mail programs drop a whole block if they do not know one of the rules in it.
  const styles: Html = { markup: `<style>${WIDE}</style>\n<style>${schemes()}</style>` }
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="supported-color-schemes" content="light dark" />
    <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
    <title>${subject}</title>
    <!--[if mso
      ]><xml
        ><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml
      ><!
    [endif]-->
    ${styles}
  </head>`
}

function brandName(): Html {
  return html`<p
    class="ink"
    style="margin:0 0 28px;color:${mailColors().ink};font:22px/1.2 ${FONTS.display};letter-spacing:-.01em"
  >
    ${site().brand.name}
  </p>`
}

function greetingLine(greeting: string): Html {
  return html`<p class="ink" style="margin:0 0 8px;color:${mailColors().ink};font:16px/1.6 ${FONTS.text}">
    ${greeting}
  </p>`
}

export function heading(text: string): Html {
  return html`<h1
    class="ink"
    style="margin:0 0 20px;color:${mailColors().ink};font:400 36px/1.12 ${FONTS.display};letter-spacing:-.015em"
  >
    ${typeset(text)}
  </h1>`
}

/** Padding that keeps the beginning of the mail out of the preview. */
const FILLER: Html = { markup: '&#847;&zwnj;&nbsp;'.repeat(60) }

function footer(unsubscribeLink: string | null, why: string = site().mails.footer.why): Html {
  return html`<p
    class="muted line"
    style="margin:40px 0 0;padding:20px 0 0;border-top:1px solid ${mailColors().line};color:${mailColors().muted};font:14px/1.6 ${FONTS.text}"
  >
    ${why}<br />
    ${
      unsubscribeLink === null
        ? null
        : html`<a class="muted" href="${unsubscribeLink}" style="color:${mailColors().muted};text-decoration:underline"
              >${site().mails.footer.unsubscribe}</a
            ><br />`
    }<br />
    ${sender()}
  </p>`
}

export function textFooter(unsubscribeLink: string | null, why: string = site().mails.footer.why): string {
  const stop = unsubscribeLink === null ? [] : [`${site().mails.footer.stop} ${unsubscribeLink}`]
  return ['--', why, ...stop, '', sender()].join('\n')
}

function sender(): string {
  return isolated([site().brand.name, ...site().brand.address].join(', '))
}
