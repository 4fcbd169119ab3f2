import { fill, locale } from '#shared/values/language.ts'
import type { PrivacyText } from '#shared/pages/page-content.ts'
import { site } from '#shared/site/site.ts'

const DAY = { dateStyle: 'long', timeZone: 'UTC' } as const

/** Only the server draws them, because they follow from its settings. */
export function PrivacyWords({ sections, numbered }: PrivacyText) {
  return (
    <>
      {numbered && (
        <p className="privacy-number">
          {fill(site().privacy.version, {
            number: numbered.number,
            day: new Date(numbered.shown_at).toLocaleString(locale(), DAY),
          })}
        </p>
      )}
      {sections.map(({ title, paragraphs }) => (
        <section key={title}>
          <h2>{title}</h2>
          {paragraphs.map((paragraph, index) =>
            typeof paragraph === 'string' ? (
              <p key={index}>{paragraph}</p>
            ) : (
              <ul key={index}>
                {paragraph.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </>
  )
}
