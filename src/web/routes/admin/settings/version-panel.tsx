import { useQuery } from '@tanstack/react-query'
import type { VersionView } from '#shared/owner/version.ts'
import { useOwnerTime } from '../ui/owner-time.ts'
import { versionQuery } from './queries.ts'

/** The version of the program, what changed in it, and whether there is a newer one. */
export function VersionPanel() {
  const { data } = useQuery(versionQuery)
  if (!data) return null
  const { version, changes, newer } = data
  return (
    <div className="mail-proof">
      <p className="service-step-title">{newer ? `${newer} is out. You have ${version}` : `You have ${version}`}</p>
      {newer && (
        <>
          <p className="setting-hint">On the server, in the folder of the program. It makes a backup first:</p>
          <code className="backup-command">npm run upgrade</code>
        </>
      )}
      {data.asked_at && <Asked at={data.asked_at} problem={data.problem} isNewest={newer === null} />}
      {changes.length > 0 && (
        <details className="version-changes">
          <summary className="text-button">What changed in {version}</summary>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Asked({ at, problem, isNewest }: { at: string; problem: VersionView['problem']; isNewest: boolean }) {
  const time = useOwnerTime(at, 'medium')
  if (problem) return <p className="setting-problem">{`Asked ${time}: ${problem}`}</p>
  return <p className="setting-hint">{isNewest ? `It is the newest, as of ${time}.` : `Asked ${time}.`}</p>
}
