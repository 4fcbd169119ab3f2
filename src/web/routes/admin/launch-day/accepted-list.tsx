import { useState } from 'react'
import type { JustAccepted, LaunchDay } from '#shared/list/launch-day.ts'
import { isolated } from '#shared/values/isolated.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/moment.tsx'
import { agoOf } from '../../../ui/ago.ts'
import { CutText } from '../../../ui/cut-text.tsx'
import { Email } from '../../../ui/email.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { count } from './words.ts'
import { Button } from '../../../ui/button.tsx'

type AcceptedListProps = Pick<LaunchDay, 'at' | 'accepted' | 'product'> & { onOpen: (id: string) => void }

/** The time for which a person who accepted is marked as new. */
const NEW_MS = 8_000
/** The people shown at first: few enough that the pending mails below are in easy reach on a phone. */
const FIRST_SHOWN = 6

/** The people who accepted last, newest first. */
export function AcceptedList({ at, accepted, product, onOpen }: AcceptedListProps) {
  const [isLong, setLong] = useState(false)
  const shown = isLong ? accepted : accepted.slice(0, FIRST_SHOWN)
  return (
    <Panel title="Just accepted" className="day-people">
      {accepted.length === 0 && <p className="text-muted">Nobody yet.</p>}
      <div role="log" aria-label="Just accepted">
        <ol className="day-accepted-list">
          {shown.map((person) => (
            <li key={person.id} data-new={Date.parse(at) - Date.parse(person.accepted_at) < NEW_MS || undefined}>
              <Who person={person} onOpen={onOpen} />
              <p className="text-small text-muted">
                <Moment date={person.accepted_at} />, {agoOf(person.sent_at, Date.parse(person.accepted_at))} after
                their mail
                {product?.unredeemed != null && (
                  <>
                    {' '}
                    <span className="whitespace-nowrap">· {person.is_redeemed ? 'in' : 'not in'} your product</span>
                  </>
                )}
              </p>
            </li>
          ))}
        </ol>
      </div>
      {!isLong && accepted.length > FIRST_SHOWN && <Button onClick={() => setLong(true)}>Show More</Button>}
    </Panel>
  )
}

function Who({ person, onOpen }: { person: JustAccepted; onOpen: (id: string) => void }) {
  const { entry, position, industry, source, referrals } = person
  if (entry.email === null) return <p className="font-medium">An erased person</p>
  const how = [
    position !== null && `#${grouped(position)}`,
    industry,
    source && `from ${isolated(source)}`,
    referrals > 0 && count(referrals, 'friend', 'friends'),
  ]
  return (
    <>
      {entry.business_name && <CutText text={entry.business_name} className="day-business" />}
      <button type="button" onClick={() => onOpen(entry.id)} className="person">
        <Email email={entry.email} />
      </button>
      <p className="text-small">{how.filter(Boolean).join(' · ')}</p>
    </>
  )
}
