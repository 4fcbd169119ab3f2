import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { makeAct } from '../../../api/acts.ts'
import { fetchEntries } from '../../../api/admin.ts'
import { closeChecklist } from '../../../api/checklist.ts'
import { pagePaths } from '#shared/page-paths.ts'
import type { CheckPoint } from '#shared/settings.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import { useAct } from '../acts/use-act.ts'
import { CopyLink } from './copy-link.tsx'
import { checklistQuery } from './queries.ts'

const TITLES: Record<CheckPoint['id'], string> = {
  address: 'The address that visitors use',
  mail: 'Sender and mail server',
  contact: 'How people reach you',
  confirming: 'Confirmed addresses',
  backups: 'Backups',
  join: 'Your own first join',
  share: 'The link to share',
}

/** What is left to do before the site is shown to anybody, each point tested when it is opened. Hidden once it is closed. */
export function Checklist() {
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery(checklistQuery)
  const [isClosing, setClosing] = useState(false)
  if (!data || data.is_closed) return null
  const left = data.points.filter(({ is_done }) => !is_done).length

  async function close() {
    setClosing(true)
    await closeChecklist(true).catch(console.warn)
    await client.invalidateQueries(checklistQuery)
    setClosing(false)
  }

  return (
    <section aria-labelledby="checklist" className="checklist" aria-busy={isFetching}>
      <div className="checklist-head">
        <div>
          <h3 id="checklist" className="text-title">
            Before you go public
          </h3>
          <p className="text-small text-muted">
            {left === 0 ? 'All is well. You can show it to everybody.' : `${left} of ${data.points.length} to see to.`}
          </p>
        </div>
        <div className="ledger-actions">
          <button
            type="button"
            aria-disabled={isFetching}
            onClick={() => refetch()}
            className={buttonStyle('quiet', 'tool-button')}
          >
            {isFetching ? 'Testing...' : 'Test again'}
          </button>
          <button
            type="button"
            aria-disabled={isClosing}
            onClick={close}
            className={buttonStyle(left === 0 ? 'primary' : 'quiet', 'tool-button')}
          >
            Close the list
          </button>
        </div>
      </div>
      <ol>
        {data.points.map(({ id, is_done, message }) => (
          <li key={id} data-done={is_done || undefined}>
            <span className="checklist-mark">
              {is_done && <CheckIcon />}
              <span className="sr-only">{is_done ? 'Done' : 'Open'}</span>
            </span>
            <div>
              <p className="checklist-title">{TITLES[id]}</p>
              <p className="setting-hint">{message}</p>
              {id === 'join' && <OwnJoin hasJoined={is_done} />}
              {id === 'share' && is_done && <CopyLink />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A link to the form, and the way to remove the only person again: that is the owner. */
function OwnJoin({ hasJoined }: { hasJoined: boolean }) {
  const { act, isActing } = useAct()
  const { data } = useQuery({
    queryKey: ['settings', 'first'],
    queryFn: () => fetchEntries({ limit: 2 }),
    enabled: hasJoined,
  })
  const [only, ...others] = data?.entries ?? []
  if (!hasJoined) {
    return (
      <a href={pagePaths.home} target="_blank" rel="noreferrer" className="text-button">
        Open the site
      </a>
    )
  }
  if (!only || others.length > 0) return null
  return (
    <button
      type="button"
      aria-disabled={isActing}
      onClick={() => act(() => makeAct({ kind: 'erase', select: { ids: [only.id] } }))}
      className="text-button"
    >
      Remove {only.email}: that was me
    </button>
  )
}
