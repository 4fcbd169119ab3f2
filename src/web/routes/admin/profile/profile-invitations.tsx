import { useId } from 'react'
import type { EntryInvitation } from '#shared/list/waves.ts'
import { May } from '../session/may.tsx'
import type { Acting } from '../acts/use-act.ts'
import { SendAgain } from '../waves/send-again.tsx'
import { ViewLink } from '../view/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { parseView, viewPath } from '../view/view.ts'
import { reasonWords } from '../filters/wave-words.ts'
import { Moment } from '../../../ui/moment.tsx'
import { buttonClass } from '../../../ui/button.tsx'

type ProfileInvitationsProps = {
  entry: { id: string; email: string }
  invitations: EntryInvitation[]
  acting: Acting
  onChange: ChangeView
}

/** The stage that each invitation of a person has reached, newest first. Renders nothing if there are none. */
export function ProfileInvitations({ entry, invitations, acting, onChange }: ProfileInvitationsProps) {
  const id = useId()
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="dialog-title">
        Invitations
      </h3>
      {invitations.map((invitation) => {
        const change = { view: 'invites', wave: invitation.wave_id, entry: null } as const
        return (
          <div key={invitation.invited_at}>
            <ol className="history">
              {stepsOf(invitation).map(({ words, at }) => (
                <li key={words}>
                  <p>{words}</p>
                  {at && <Moment date={at} as="medium" />}
                </li>
              ))}
            </ol>
            <May needs="manager">
              {isOpen(invitation) && <SendAgain select={{ ids: [entry.id] }} about={entry.email} acting={acting} />}
            </May>
            <ViewLink
              href={viewPath({ ...parseView(''), ...change })}
              onFollow={() => onChange(change)}
              className={buttonClass('text')}
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

function isOpen({ state }: EntryInvitation): boolean {
  return state === 'sent' || state === 'opened'
}

function stepsOf(invitation: EntryInvitation): { words: string; at: string | null }[] {
  const { invited_at, sent_at, reminded_at, resent_at, opened_at, accepted_at, ends_at, closed_at, state } = invitation
  const reason = reasonWords(invitation)
  return [
    { words: 'Invited', at: invited_at },
    { words: 'Invitation sent', at: sent_at },
    { words: 'Sent again', at: resent_at },
    { words: 'Opened', at: opened_at },
    { words: 'Reminded', at: reminded_at },
    { words: 'Accepted', at: accepted_at },
    { words: [ENDS[state] ?? '', reason].filter(Boolean).join(': '), at: closed_at },
    { words: 'Open until', at: isOpen(invitation) ? ends_at : null },
  ].filter(({ at }) => at !== null)
}
