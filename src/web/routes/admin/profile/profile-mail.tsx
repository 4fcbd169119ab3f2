import { useQuery } from '@tanstack/react-query'
import type { EntryDetail } from '#shared/list/entry.ts'
import type { EntryMark } from '#shared/list/reviews.ts'
import type { EntryInvitation } from '#shared/list/waves.ts'
import type { PersonDeliveries } from '#shared/owner/deliveries.ts'
import { SERVICE_OF } from '#shared/owner/integrations.ts'
import { ROUTES } from '#shared/routes.ts'
import { isolated } from '#shared/values/language.ts'
import type { Acting } from '../entries/use-act.ts'
import { reasonWords } from '../ui/wave-words.ts'
import { CHANNEL_WORDS, SERVICE_WORDS } from '../integrations/service.tsx'
import { May } from '../state/use-account.tsx'
import { personDeliveriesQuery } from '../state/queries.ts'
import { ViewLink } from '../state/use-view.tsx'
import { SendAgain } from '../waves/send-again.tsx'
import { useAction } from '../../../calls/use-action.ts'
import { Problem } from '../../../ui/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { Part } from './part.tsx'

const TITLES = { bounce: 'Emails to this address bounce.', complaint: 'They reported an email as spam.' }

export function ProfileMail({ entry: { id, mail_problem, mail_problem_reason } }: Pick<EntryDetail, 'entry'>) {
  const clearing = useAction(ROUTES.clearMailProblem, { refresh: ['entry', 'entries', 'integrations'] })

  return (
    <>
      {mail_problem && (
        <div className="dialog-note">
          <p>
            {TITLES[mail_problem]} No more emails are sent to it.{' '}
            <span className="wrap-anywhere">{isolated(mail_problem_reason ?? '')}</span>
          </p>
          <May needs="manager">
            <Button kind="bare" className="-ml-2" busy={clearing.busy} onClick={() => clearing.run({ id })}>
              Send to this address again
            </Button>
            <Problem>{clearing.problem?.message}</Problem>
          </May>
        </div>
      )}
    </>
  )
}

const STATES = {
  waiting: 'queued',
  done: 'delivered',
  skipped: 'not needed',
  failed: 'not delivered',
  dismissed: 'not delivered, and dismissed',
  kept: 'queued until the service is set up',
} as const

export function ProfileDeliveries({ id }: { id: string }) {
  const { data } = useQuery(personDeliveriesQuery(id))
  if (!data || data.deliveries.length === 0) return null
  return (
    <Part title="Deliveries">
      <ul className="answers">
        {data.deliveries.map((delivery) => (
          <li key={delivery.channel} className="line">
            <p>
              {nameOf(delivery)}: {STATES[delivery.state]}
              {delivery.reason && <span className="block text-small text-muted">{delivery.reason}</span>}
            </p>
            <Moment date={delivery.changed_at} as="medium" />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function nameOf({ channel, count }: PersonDeliveries['deliveries'][number]): string {
  const { one, many } = CHANNEL_WORDS[channel]
  const service = SERVICE_OF[channel]
  const name = count === 1 ? one : `${grouped(count)} ${many.toLowerCase()}, the newest`
  return service === 'mail' ? name : `${SERVICE_WORDS[service].name}, ${name.toLowerCase()}`
}

type ProfileInvitationsProps = {
  entry: { id: string; email: string }
  invitations: EntryInvitation[]
  acting: Acting
}

export function ProfileInvitations({ entry, invitations, acting }: ProfileInvitationsProps) {
  if (invitations.length === 0) return null
  return (
    <Part title="Invitations">
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
            <ViewLink to={change}>The whole wave</ViewLink>
          </div>
        )
      })}
    </Part>
  )
}

const ENDS: Partial<Record<EntryInvitation['state'], string>> = {
  ended: 'Ended without an answer',
  'called back': 'Called back before it was sent',
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

export function ProfileMarks({ marks = [] }: { marks?: EntryMark[] | undefined }) {
  if (marks.length === 0) return null
  return (
    <Part title="Marks">
      <p className="text-small text-muted">A friend with a mark counts once you accept them.</p>
      <ul className="answers">
        {marks.map(({ mark, reason }) => (
          <li key={mark} className="line">
            <p>This person {reason}.</p>
          </li>
        ))}
      </ul>
    </Part>
  )
}
