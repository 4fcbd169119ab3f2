import { useState } from 'react'
import type { SiteView } from '#shared/site/site-editing.ts'
import { publishSite } from '../../../api/admin/site.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Question } from '../ui/question.tsx'
import { Changes } from './publish-panel.tsx'
import type { Draft } from './use-draft.ts'

/** Every version with its changes, the newest first. */
export function History({ draft: { view, holding } }: { draft: Draft }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const publish = async (version: number) => {
    setRefusal(await holding(() => publishSite({ version })))
  }
  return (
    <>
      {refusal && <p className="setting-problem">{refusal}</p>}
      <ol className="site-versions">
        {view.versions.map((version) => (
          <Version key={version.number} version={version} view={view} onPublish={() => void publish(version.number)} />
        ))}
      </ol>
    </>
  )
}

type VersionProps = { version: SiteView['versions'][number]; view: SiteView; onPublish: () => void }

function Version({ version: { number, published_at, account, changes }, view, onPublish }: VersionProps) {
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
          title={`Publish version ${number} again?`}
          consequence="It becomes a new version. Questions and choices that are newer are archived, and keep their answers. A draft stays a draft."
          onConfirm={onPublish}
        />
      )}
    </li>
  )
}
