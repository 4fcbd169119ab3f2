import type { SiteView } from '#shared/site/site-editing.ts'
import { Day } from '../../../ui/day.tsx'
import { Changes } from './publish-panel.tsx'
import type { Draft } from './use-draft.ts'
import { Confirm } from '../../../ui/dialog.tsx'

export function History({ draft }: { draft: Draft }) {
  const { view, refusal } = draft
  return (
    <>
      {refusal && 'version' in refusal.wanted && <p className="setting-problem">{refusal.reason}</p>}
      <ol className="site-versions">
        {view.versions.map((version) => (
          <li key={version.number}>
            <p>
              <strong>Version {version.number}</strong>
              {version.number === draft.view.newest && ' · Live'}{' '}
              <span className="text-small text-muted">
                <Day date={version.published_at} />
                {version.account && `, ${version.account}`}
              </span>
            </p>
            {version.changes.length > 0 && (
              <details>
                <summary>{version.changes.length === 1 ? '1 change' : `${version.changes.length} changes`}</summary>
                <Changes changes={version.changes} draft={draft} />
              </details>
            )}
            {version.number !== draft.view.newest && draft.view.file === null && (
              <Confirm
                label="Use this version again"
                about={`version ${version.number}`}
                disabled={draft.act !== null}
                title={`Use version ${version.number} again?`}
                consequence="It goes live as a new version. Newer questions and choices are archived and keep their answers. Your draft stays."
                onConfirm={() => draft.publish({ version: version.number })}
              />
            )}
          </li>
        ))}
      </ol>
      <section aria-labelledby="site-privacy" className="site-part">
        <h3 id="site-privacy">Privacy page</h3>
        <p className="setting-hint">
          It follows your settings. Each sign-up keeps the number of the text that was shown.
        </p>
        <ol className="site-versions">
          {view.privacy_texts.map((text) => (
            <PrivacyText key={text.number} text={text} />
          ))}
        </ol>
      </section>
    </>
  )
}

type Text = SiteView['privacy_texts'][number]

function PrivacyText({ text: { number, shown_at, sections } }: { text: Text }) {
  return (
    <li>
      <details>
        <summary>
          <span>
            <strong>Text {number}</strong>{' '}
            <span className="text-small text-muted">
              since <Day date={shown_at} />
            </span>
          </span>
        </summary>
        {sections.map(({ title, paragraphs }) => (
          <section key={title} className="mt-4">
            <h4 className="font-medium">{title}</h4>
            {paragraphs.map((paragraph, index) => (
              <Paragraph key={index} paragraph={paragraph} />
            ))}
          </section>
        ))}
      </details>
    </li>
  )
}

function Paragraph({ paragraph }: { paragraph: Text['sections'][number]['paragraphs'][number] }) {
  if (typeof paragraph === 'string') return <p className="mt-2">{paragraph}</p>
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5">
      {paragraph.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
