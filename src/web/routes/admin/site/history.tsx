import type { SiteView } from '#shared/site/site-editing.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Question } from '../ui/question.tsx'
import { Changes } from './publish-panel.tsx'
import type { Draft } from './use-draft.ts'

/** Every version with its changes, the newest first. */
export function History({ draft: { view, act, refusal, publish } }: { draft: Draft }) {
  return (
    <>
      {refusal && 'version' in refusal.wanted && <p className="setting-problem">{refusal.reason}</p>}
      <ol className="site-versions">
        {view.versions.map((version) => (
          <Version
            key={version.number}
            version={version}
            view={view}
            isBusy={act !== null}
            onPublish={() => void publish({ version: version.number })}
          />
        ))}
      </ol>
    </>
  )
}

type VersionProps = {
  version: SiteView['versions'][number]
  view: SiteView
  isBusy: boolean
  onPublish: () => void
}

function Version({ version: { number, published_at, account, changes }, view, isBusy, onPublish }: VersionProps) {
  return (
    <li>
      <p>
        <strong>Version {number}</strong>
        {number === view.live && ' · what visitors see'}{' '}
        <span className="text-small text-muted">
          <Moment date={published_at} />
          {account && `, ${account}`}
        </span>
      </p>
      {changes.length > 0 && (
        <details>
          <summary>{changes.length === 1 ? '1 change' : `${changes.length} changes`}</summary>
          <Changes changes={changes} />
        </details>
      )}
      {number !== view.newest && view.file === null && (
        <Question
          label="Publish again"
          about={`version ${number}`}
          tone="quiet"
          disabled={isBusy}
          title={`Publish version ${number} again?`}
          consequence="It becomes a new version. Questions and choices that are newer are archived, and keep their answers. A draft stays a draft."
          onConfirm={onPublish}
        />
      )}
    </li>
  )
}
