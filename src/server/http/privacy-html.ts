import type { PrivacyFacts } from '#site/privacy.ts'
import { site } from '#shared/site.ts'
import { type Html, html } from '../../emails/html.ts'

/** The words of the privacy page with these settings, as markup. */
export function privacyHtml(facts: PrivacyFacts): string {
  return site()
    .privacySections(facts)
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
