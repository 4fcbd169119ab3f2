import { useQuery } from '@tanstack/react-query'
import type { Backups } from '#shared/owner/backups.ts'
import { grouped } from '../../../ui/grouped.ts'
import { useOwnerTime } from '../ui/owner-time.ts'
import { backupsQuery } from './queries.ts'

/** The state of the backups, the newest backup, and the reason why the last attempt failed. */
export function BackupsEntry() {
  const { data } = useQuery(backupsQuery)
  if (!data) return null
  const { tone, words } = standingOf(data)
  return (
    <section aria-labelledby="backups" className="ledger-entry">
      <div className="ledger-name">
        <h3 id="backups">Backups</h3>
        <p className="standing" data-tone={tone}>
          <span className="standing-dot" aria-hidden="true" />
          {words}
        </p>
        <p className="text-small text-muted">A copy of the whole list, restored for a check each time.</p>
      </div>
      <div className="ledger-body">
        {data.failure && <Failure failure={data.failure} />}
        {data.last ? <Newest last={data.last} /> : <p className="ledger-note">There is no backup yet.</p>}
        {!data.is_nightly && (
          <p className="ledger-note">
            To have one every night, choose a folder under Settings, where a press makes one now too.
          </p>
        )}
      </div>
    </section>
  )
}

function standingOf({ is_nightly, last, failure }: Backups): { tone: 'off' | 'well' | 'trouble'; words: string } {
  if (failure) return { tone: 'trouble', words: 'The last one failed' }
  if (is_nightly) return { tone: 'well', words: 'Every night' }
  return { tone: 'off', words: last ? 'By hand' : 'None' }
}

function Newest({ last: { at, file, bytes, entries } }: { last: NonNullable<Backups['last']> }) {
  const time = useOwnerTime(at, 'medium')
  return (
    <p className="ledger-note">
      The newest is of {time}: {grouped(entries)} {entries === 1 ? 'person' : 'people'}, {(bytes / 1e6).toFixed(1)} MB,
      in <code>{file}</code>.
    </p>
  )
}

function Failure({ failure: { at, problem } }: { failure: NonNullable<Backups['failure']> }) {
  const time = useOwnerTime(at, 'medium')
  return (
    <div className="trouble">
      <p>
        {time}: {problem}
      </p>
      <p className="text-small">It is tried again every hour.</p>
    </div>
  )
}
