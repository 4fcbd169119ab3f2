import { createHash } from 'node:crypto'
import type { PrivacySection } from '#site/privacy.ts'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { type Html, html } from '../../emails/html.ts'

/** The text of the privacy page as markup. It shows no version number if the text has none yet. */
export function privacyHtml(sections: PrivacySection[], numbered: NumberedText | null): string {
  return html`${numbered ? html`<p class="privacy-number">${numberOf(numbered)}</p>` : null}
  ${sections.map(
    ({ title, paragraphs }) =>
      html`<section>
        <h2>${title}</h2>
        ${paragraphs.map(toHtml)}
      </section>`,
  )}`.markup
}

/** The digest of a text of the privacy page, its number, and the time at which it was first shown. */
export type NumberedText = { digest: string; number: number; shown_at: string }

export function digestOf(text: PrivacySection[]): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('hex')
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function numberOf({ number, shown_at }: NumberedText): string {
  return fill(site().privacy.version, { number, day: DAY.format(new Date(shown_at)) })
}

function toHtml(paragraph: string | string[]): Html {
  if (typeof paragraph === 'string') return html`<p>${paragraph}</p>`
  return html`<ul>
    ${paragraph.map((item) => html`<li>${item}</li>`)}
  </ul>`
}
