import { type PrivacyFacts, privacySections } from '#site/privacy.ts'
import { type Html, html } from '../../emails/html.ts'

/** The words of the privacy page, as they are true with these settings. */
export function privacyHtml(facts: PrivacyFacts): string {
  return privacySections(facts)
    .map(
      ({ title, paragraphs }) =>
        html`<section>
          <h2>${title}</h2>
          ${paragraphs.map(toHtml)}
        </section>`.markup,
    )
    .join('')
}

function toHtml(paragraph: string | string[]): Html {
  if (typeof paragraph === 'string') return html`<p>${paragraph}</p>`
  return html`<ul>
    ${paragraph.map((item) => html`<li>${item}</li>`)}
  </ul>`
}
