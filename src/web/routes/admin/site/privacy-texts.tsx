import type { SiteView } from '#shared/site/site-editing.ts'
import { Moment } from '../../../ui/moment.tsx'

type Text = SiteView['privacy_texts'][number]

/** All texts of the privacy page so far, the newest first. */
export function PrivacyTexts({ texts }: { texts: Text[] }) {
  return (
    <ol className="site-versions">
      {texts.map(({ number, shown_at, sections }) => (
        <li key={number}>
          <details>
            <summary>
              <span>
                <strong>Text {number}</strong>{' '}
                <span className="text-small text-muted">
                  since <Moment date={shown_at} />
                </span>
              </span>
            </summary>
            {sections.map((section) => (
              <Section key={section.title} {...section} />
            ))}
          </details>
        </li>
      ))}
    </ol>
  )
}

function Section({ title, paragraphs }: Text['sections'][number]) {
  return (
    <section className="mt-4">
      <h4 className="font-medium">{title}</h4>
      {paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? (
          <p key={paragraph} className="mt-2">
            {paragraph}
          </p>
        ) : (
          <ul key={paragraph[0]} className="mt-2 list-disc space-y-1 pl-5">
            {paragraph.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  )
}
