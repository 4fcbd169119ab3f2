import { peopleWords } from '../ui/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Update, UpdatePeopleQuery } from '#shared/list/updates.ts'
import { ROUTES } from '#shared/routes.ts'
import { allOf, useAction } from '../../../calls/use-action.ts'
import { Badge } from '../../../ui/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/form.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { QueryState } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/choices.tsx'
import { May } from '../state/use-account.tsx'
import { SectionHead, ShowMore } from '../ui/section-head.tsx'
import { MailFrame } from '../ui/mail-draft.tsx'
import { UPDATES, unreachedQuery } from './queries.ts'
import { REST_WORDS, STATE_WORDS, TONES, wordsOf } from './update-words.ts'

/** What came of an update, and the buttons that stop it and continue it. */
export function UpdateReport({ update, onClose }: { update: Update; onClose: () => void }) {
  const { subject, state, begun_at, sends_at, rests_because, problem } = update
  return (
    <section aria-labelledby="update" className="section-page">
      <SectionHead
        id="update"
        title={subject || 'No subject yet'}
        lead={
          <span className="flex flex-wrap items-center gap-x-3">
            <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>
            {sends_at && state === 'scheduled' ? (
              <Moment date={sends_at} as="at" />
            ) : (
              begun_at && <Moment date={begun_at} />
            )}
          </span>
        }
        back="All updates"
        onBack={onClose}
      >
        <May needs="manager">
          <StopOrContinue update={update} />
        </May>
      </SectionHead>
      {rests_because && <Notice>{REST_WORDS[rests_because]}</Notice>}
      {problem && <Notice>{`The mail service has paused: ${problem} It continues by itself.`}</Notice>}
      <Figures update={update} />
      <Unreached update={update} />
      <Email update={update} />
    </section>
  )
}

/** Drawn once it is opened. */
function Email({ update }: { update: Update }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="panel" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="panel-title">The email</summary>
      {isOpen && <MailFrame action={ROUTES.updateMail.path} fields={wordsOf(update)} />}
    </details>
  )
}

function Notice({ children }: { children: string }) {
  return <p className="rounded-control border border-ink bg-chosen px-4 py-3 text-control">{children}</p>
}

function StopOrContinue({ update: { id, state, left } }: { update: Update }) {
  const stop = useAction(ROUTES.restUpdate, { refresh: [UPDATES] })
  const go = useAction(ROUTES.continueUpdate, { refresh: [UPDATES] })
  const { busy, problem } = allOf(stop, go)
  return (
    <>
      {(state === 'sending' || state === 'scheduled') && (
        <Button busy={busy} onClick={() => stop.run({ id })}>
          Stop
        </Button>
      )}
      {state === 'resting' && left > 0 && (
        <Confirm
          label="Continue"
          kind="primary"
          busy={busy}
          title={`Send it to the other ${peopleWords(left)}?`}
          consequence="You can’t take back emails once they’re sent."
          onConfirm={() => go.run({ id })}
        />
      )}
      <Problem>{problem && problem.message}</Problem>
    </>
  )
}

function Figures({ update }: { update: Update }) {
  const { people, sent, left, refused, bounced, skipped, perhaps, unsubscribed, complaints, pressed, follows_links } =
    update
  const share = (part: number) => (sent > 0 ? ` · ${((100 * part) / sent).toFixed(1)}%` : '')
  const figures: [string, string, boolean?][] = [
    ['Sent', `${grouped(sent)} of ${grouped(people)}`],
    ['Still to send', grouped(left), left === 0],
    ['Clicked a link', grouped(pressed) + share(pressed), !follows_links],
    ['Unsubscribed', grouped(unsubscribed) + share(unsubscribed)],
    ['Bounced', grouped(bounced) + share(bounced)],
    ['Reported as spam', grouped(complaints), complaints === 0],
    ['Refused by the mail server', grouped(refused), refused === 0],
    ['Perhaps sent', grouped(perhaps), perhaps === 0],
    ['Skipped: unsubscribed or removed before their turn', grouped(skipped), skipped === 0],
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-x-8 gap-y-4">
      {figures.flatMap(([label, value, isHidden]) =>
        isHidden ? (
          []
        ) : (
          <div key={label} className="border-t-2 border-ink pt-2">
            <dt className="text-small text-muted">{label}</dt>
            <dd className="text-title">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const LISTS = { left: 'Still to send', refused: 'Refused', perhaps: 'Perhaps sent' } as const

/** The people whom it has not reached for certain. */
function Unreached({ update }: { update: Update }) {
  const shown = (Object.keys(LISTS) as UpdatePeopleQuery['which'][]).filter((which) => update[which] > 0)
  const [chosen, setChosen] = useState<UpdatePeopleQuery['which'] | null>(null)
  const which = chosen !== null && shown.includes(chosen) ? chosen : shown[0]
  if (which === undefined || update.state === 'scheduled') return null
  return (
    <div className="panel grid gap-3">
      <Segments
        label="People not reached"
        options={shown.map((value) => ({ value, label: LISTS[value], more: grouped(update[value]) }))}
        value={which}
        onChange={setChosen}
      />
      <People id={update.id} which={which} />
    </div>
  )
}

function People({ id, which }: { id: string; which: UpdatePeopleQuery['which'] }) {
  const paged = useInfiniteQuery(unreachedQuery(id, which))
  return (
    <QueryState of={paged} isSmall isEmpty={({ pages }) => pages[0]!.people.length === 0} empty="Nobody any more.">
      {({ pages }) => (
        <>
          <ul className="divide-y divide-line">
            {pages
              .flatMap(({ people }) => people)
              .map(({ id: person, email, reason }) => (
                <li key={person} className="py-2 wrap-anywhere">
                  {email}
                  {reason && <span className="block text-small text-muted">{reason}</span>}
                </li>
              ))}
          </ul>
          <ShowMore of={paged} className="justify-self-start" />
        </>
      )}
    </QueryState>
  )
}
