import { useId } from 'react'
import type { EntryInvitation } from '#shared/list/waves.ts'
import { ViewLink } from '../view/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { parseView, viewPath } from '../view/view.ts'
import { reasonWords } from '../filters/wave-words.ts'
import { Moment } from './moment.tsx'

type ProfileInvitationsProps = { invitations: EntryInvitation[]; onChange: ChangeView }

/** The stage that each invitation of a person has reached, newest first. Renders nothing if there are none. */
export function ProfileInvitations({ invitations, onChange }: ProfileInvitationsProps) {
  const id = useId()
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="dialog-title">
        Invitations
      </h3>
      {invitations.map((invitation) => {
        const change = { view: 'waves', wave: invitation.wave_id, entry: null } as const
        return (
          <div key={invitation.invited_at}>
            <ol className="history">
              {stepsOf(invitation).map(({ words, at }) => (
                <li key={words}>
                  <p>{words}</p>
                  {at && <Moment date={at} />}
                </li>
              ))}
            </ol>
            <ViewLink
              href={viewPath({ ...parseView(''), ...change })}
              onFollow={() => onChange(change)}
              className="text-button"
            >
              The whole wave
            </ViewLink>
          </div>
        )
      })}
    </section>
  )
}

const ENDS: Partial<Record<EntryInvitation['state'], string>> = {
  ended: 'Ended without an answer',
  'called back': 'Called back before its mail left',
  dropped: 'Left out',
}

function stepsOf(invitation: EntryInvitation): { words: string; at: string | null }[] {
  const { state, invited_at, sent_at, reminded_at, opened_at, accepted_at, ends_at, closed_at } = invitation
  const reason = reasonWords(invitation)
  return [
    { words: 'Invited', at: invited_at },
    { words: 'The mail has left', at: sent_at },
    { words: 'Opened', at: opened_at },
    { words: 'Reminded', at: reminded_at },
    { words: 'Accepted', at: accepted_at },
    { words: [ENDS[state] ?? '', reason].filter(Boolean).join(': '), at: closed_at },
    { words: 'Open until', at: state === 'sent' || state === 'opened' ? ends_at : null },
  ].filter(({ at }) => at !== null)
}
