import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { closeChecklist } from '../../../api/admin/checklist.ts'
import { type CheckPoint } from '#shared/owner/settings.ts'
import { SETTING_GROUPS, type SettingGroup } from '#shared/owner/setting-fields.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import type { SectionProps } from '../view/section-props.ts'
import { ViewLink } from '../view/view-link.tsx'
import { viewPath } from '../view/view.ts'
import { OwnJoin } from './own-join.tsx'
import { OwnMail } from './own-mail.tsx'
import { CopyLink } from './copy-link.tsx'
import { checklistQuery } from './queries.ts'

/** The title of each point, and the group of settings that deals with it. */
const POINTS: Record<CheckPoint['id'], { title: string; group?: SettingGroup }> = {
  address: { title: 'The address that visitors use', group: 'list' },
  mail: { title: 'Sender and mail server', group: 'mail' },
  contact: { title: 'How people reach you' },
  confirming: { title: 'Confirmed addresses', group: 'list' },
  backups: { title: 'Backups', group: 'backups' },
  join: { title: 'Your own first join' },
  share: { title: 'The link to share' },
}

type Going = Pick<SectionProps, 'view' | 'onChange'>

/** The tasks before the site goes public. Each fetch tests all points. Closing the list hides the tasks. */
export function Checklist(going: Going) {
  const { isMoving, move } = useClosing()
  const { data, isFetching, refetch } = useQuery(checklistQuery)

  if (!data) return <Frame words="Each point is being tested...">{null}</Frame>
  if (data.is_closed) {
    return (
      <button type="button" onClick={() => void move(false)} className="text-button justify-self-start">
        Show the checklist for going public
      </button>
    )
  }
  const left = data.points.filter(({ is_done }) => !is_done).length
  const words =
    left === 0 ? 'All is well. You can show it to everybody.' : `${left} of ${data.points.length} left to do.`
  return (
    <Frame words={words} isBusy={isFetching}>
      <div className="ledger-actions">
        <TestButton isTesting={isFetching} onTest={() => void refetch()} />
        <button
          type="button"
          aria-disabled={isMoving}
          onClick={() => void move(true)}
          className={buttonStyle(left === 0 ? 'primary' : 'quiet', 'tool-button')}
        >
          Close the list
        </button>
      </div>
      <ol>
        {data.points.map((point) => (
          <Point key={point.id} {...point} {...going} />
        ))}
      </ol>
    </Frame>
  )
}

/** Closes the checklist, or shows it again. */
function useClosing() {
  const client = useQueryClient()
  const [isMoving, setMoving] = useState(false)

  async function move(isClosed: boolean) {
    if (isMoving) return
    setMoving(true)
    await closeChecklist(isClosed).catch(console.warn)
    await client.invalidateQueries({ queryKey: ['settings'] })
    setMoving(false)
  }

  return { isMoving, move }
}

function TestButton({ isTesting, onTest }: { isTesting: boolean; onTest: () => void }) {
  return (
    <button type="button" aria-disabled={isTesting} onClick={onTest} className={buttonStyle('quiet', 'tool-button')}>
      {isTesting ? 'Testing...' : 'Test again'}
    </button>
  )
}

function Frame({ words, isBusy = false, children }: { words: string; isBusy?: boolean; children: ReactNode }) {
  return (
    <section aria-labelledby="checklist" className="checklist" aria-busy={isBusy}>
      <div>
        <h3 id="checklist" className="text-title">
          Before you go public
        </h3>
        <output className="text-small text-muted">{words}</output>
      </div>
      {children}
    </section>
  )
}

function Point({ id, is_done, message, view, onChange }: CheckPoint & Going) {
  const { title, group } = POINTS[id]
  return (
    <li data-done={is_done || undefined}>
      <span className="checklist-mark">
        {is_done && <CheckIcon />}
        <span className="sr-only">{is_done ? 'Done' : 'Open'}</span>
      </span>
      <div>
        <p className="checklist-title">{title}</p>
        <p className="setting-hint">{message}</p>
        {id === 'mail' && !is_done && <OwnMail />}
        {id === 'join' && <OwnJoin hasJoined={is_done} />}
        {id === 'share' && is_done && <CopyLink />}
        {id === 'contact' && !is_done && (
          <ViewLink
            href={viewPath({ ...view, view: 'site' })}
            onFollow={() => onChange({ view: 'site' })}
            className="text-button"
          >
            Go to Site
          </ViewLink>
        )}
        {group && !is_done && (
          <a href={`#settings-${group}`} className="text-button">
            Go to {SETTING_GROUPS[group]}
          </a>
        )}
      </div>
    </li>
  )
}
