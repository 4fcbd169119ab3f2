import { several, friendsWords } from '../ui/words.ts'
import { launchDayQuery } from '../state/queries.ts'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useState } from 'react'
import type { DayWave, JustAccepted, LaunchDay, Stages } from '#shared/list/launch-day.ts'
import { isolated } from '#shared/values/language.ts'
import { agoOf, Moment, useNamedTime, useNow, useOwnerTime } from '../../../ui/time.tsx'
import { Button } from '../../../ui/button.tsx'
import { CutText } from '../../../ui/text.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Empty, notLoaded, Panel } from '../../../ui/panel.tsx'
import { paceWords, waveWords } from '../ui/wave-words.ts'
import { Gaps, QueuedInvitations } from '../ui/gaps.tsx'
import { Person } from '../ui/person.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { goTo } from '../state/use-view.tsx'
import { Troubles } from './launch-day-troubles.tsx'

/** The live page for the day of a launch. */
export function LaunchDayView() {
  const { data: day, isPending, isError } = useQuery(launchDayQuery)
  const isGoing = ({ ready_at, waiting }: DayWave) => ready_at === null || waiting > 0
  return (
    <section aria-labelledby="launch-day" className="grid gap-5">
      <SectionHead
        id="launch-day"
        title="Launch day"
        lead={day && <AsOf at={day.at} isLost={isError} />}
        back="All waves"
        onBack={() => goTo({ wave: null })}
      />
      {day === undefined ? (
        <Empty>{isPending ? 'Loading data...' : notLoaded()}</Empty>
      ) : day.waves.length === 0 ? (
        <>
          <Gaps gaps={day.gaps} />
          <Empty>No one has been invited yet. After your first wave, you’ll see here who accepts.</Empty>
        </>
      ) : (
        <>
          <QueuedInvitations />
          <div className="day">
            <Board sums={day.sums} />
            <Troubles day={day} />
            <Accepted {...day} />
            <Waiting day={day} />
            <Waves title="Sending" isGoing waves={day.waves.filter(isGoing)} />
            <Waves title="Sent" waves={day.waves.filter((wave) => !isGoing(wave))} />
          </div>
        </>
      )}
    </section>
  )
}

function AsOf({ at, isLost }: { at: string; isLost: boolean }) {
  const time = useOwnerTime(at, 'clock')
  return (
    <>
      <p className="text-muted" data-lost={isLost || undefined}>
        As of <time dateTime={at}>{time}</time>
      </p>
      <output className="text-danger font-semibold">{isLost && 'The server can’t be reached. Trying again...'}</output>
    </>
  )
}

const STAGES = ['accepted', 'opened', 'sent', 'waiting', 'ended', 'called_back', 'dropped'] as const
const FIGURES: [stage: keyof Stages, label: string][] = [
  ['waiting', 'Waiting'],
  ['sent', 'Sent'],
  ['opened', 'Opened'],
  ['ended', 'Ended'],
  ['called_back', 'Called back'],
  ['dropped', 'Left out'],
]

/** Including those for seats that became free again. */
function invitedOf(stages: Stages): number {
  return STAGES.reduce((sum, stage) => sum + stages[stage], 0)
}

function Board({ sums }: Pick<LaunchDay, 'sums'>) {
  const open = sums.waiting + sums.sent + sums.opened
  return (
    <section aria-labelledby="day-accepted" className="day-board">
      <h3 id="day-accepted" className="day-accepted">
        <span
          className="text-[min(8rem,calc((100_*_var(--cqi)_-_9rem)_/_(var(--characters)_*_0.52)))] lining-nums tracking-[-0.035em] leading-[0.95]"
          style={{ '--characters': grouped(sums.accepted).length } as CSSProperties}
        >
          {grouped(sums.accepted)}
        </span>{' '}
        accepted
      </h3>
      <p className="mt-2 font-medium">
        Of {grouped(invitedOf(sums))} invited. {several(open, 'spot is', 'spots are')} still open.
      </p>
      <StageBar stages={sums} />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-y-3 gap-x-5 mt-4 [&_dt]:flex [&_dt]:items-center [&_dt]:gap-1.5 [&_dt]:text-control [&_dt]:font-medium [&_dd]:font-display [&_dd]:font-normal [&_dd]:text-[length:2rem]/[1.15] [&_dd]:lining-nums [&_dd]:tabular-nums">
        {FIGURES.filter(([stage]) => sums[stage] > 0 || !['called_back', 'dropped'].includes(stage)).map(
          ([stage, label]) => (
            <div key={stage}>
              <dt>
                <span className="day-key" data-stage={stage} aria-hidden="true" />
                {label}
              </dt>
              <dd>{grouped(sums[stage])}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}

/** The numbers are drawn beside it. */
function StageBar({ stages }: { stages: Stages }) {
  return (
    <div className="stage-bar" aria-hidden="true">
      {STAGES.map(
        (stage) => stages[stage] > 0 && <span key={stage} data-stage={stage} style={{ flexGrow: stages[stage] }} />,
      )}
    </div>
  )
}

/** The time for which a person who accepted is marked as new. */
const NEW_MS = 8_000
/** Few enough that the pending mails below are in easy reach on a phone. */
const FIRST_SHOWN = 6

function Accepted({ at, accepted, product }: Pick<LaunchDay, 'at' | 'accepted' | 'product'>) {
  const [isLong, setLong] = useState(false)
  return (
    <Panel title="Just accepted" className="day-people">
      {accepted.length === 0 && <p className="text-muted">Nobody yet.</p>}
      <div role="log" aria-label="Just accepted">
        <ol className="day-accepted-list">
          {accepted.slice(0, isLong ? undefined : FIRST_SHOWN).map((person) => (
            <li key={person.id} data-new={Date.parse(at) - Date.parse(person.accepted_at) < NEW_MS || undefined}>
              <Who person={person} />
              <p className="text-small text-muted">
                <Moment date={person.accepted_at} />, {agoOf(person.sent_at, Date.parse(person.accepted_at))} after
                their email
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

function Who({ person }: { person: JustAccepted }) {
  const { entry, position, industry, source, referrals } = person
  if (entry.email === null) return <p className="font-medium">An erased person</p>
  const how = [
    position !== null && `#${grouped(position)}`,
    industry,
    source && `from ${isolated(source)}`,
    referrals > 0 && friendsWords(referrals),
  ]
  return (
    <>
      {entry.business_name && <CutText text={entry.business_name} className="day-business" />}
      <Person id={entry.id} email={entry.email} />
      <p className="text-small">{how.filter(Boolean).join(' · ')}</p>
    </>
  )
}

function Waves({ title, waves, isGoing = false }: { title: string; waves: DayWave[]; isGoing?: boolean } & {}) {
  if (waves.length === 0) return null
  return (
    <Panel title={title} className="day-waves">
      <ul>
        {waves.map((wave) => (
          <li key={wave.id}>
            <button type="button" onClick={() => goTo({ wave: wave.id })} className="person wrap-anywhere">
              {waveWords(wave)}
            </button>
            {isGoing && (
              <p className="text-small">
                <Progress wave={wave} />
              </p>
            )}
            <StageBar stages={wave} />
            <p className="text-small text-muted">{stageWords(wave)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Progress({ wave }: { wave: DayWave }) {
  const { ready_at, sends_at, per_hour, waiting, paced_until } = wave
  const now = useNow()
  const begins = useNamedTime(sends_at, 'medium')
  if (ready_at === null) return <>Inviting people. Emails go out next.</>
  const pace = paceWords(per_hour)
  const all = invitedOf(wave)
  return (
    <>
      {Date.parse(sends_at) > now ? `Begins at ${begins}` : `${grouped(all - waiting)} of ${grouped(all)} emails`}
      {pace ? `, ${pace} at most` : ', as fast as your mail server allows'}
      {paced_until && (
        <>
          , done at <Moment date={paced_until} as="at" /> at the earliest
        </>
      )}
      .
    </>
  )
}

function stageWords({ accepted, opened, sent, waiting, ended, vacant, called_back, dropped }: DayWave): string {
  const parts: [number, string][] = [
    [accepted, 'accepted'],
    [opened, 'opened'],
    [sent, 'sent'],
    [waiting, 'waiting'],
    [ended, 'ended'],
    [called_back, 'called back'],
    [dropped, 'left out'],
    [vacant, vacant === 1 ? 'free spot' : 'free spots'],
  ]
  const words = parts.filter(([people], index) => people > 0 || index === 0)
  return words.map(([people, what]) => `${grouped(people)} ${what}`).join(' · ')
}

type Line = [value: number, one: string, several: string, words: ReactNode]

/** Emails, seats and people that are pending, each with the reason. */
function Waiting({ day: { mail, product, sums } }: { day: LaunchDay }) {
  const now = useNow()
  const { leaving, held, retrying, next_at, last_minute, most_per_hour } = mail
  const next = next_at && (
    <>
      {' '}
      The next from <Moment date={next_at} as="at" />.
    </>
  )
  const since = product?.unredeemed_since
  const all: Line[] = [
    [sums.unpaced, 'email', 'emails', 'Scheduled by their wave.'],
    [leaving, 'email', 'emails', `Sending. ${grouped(last_minute)} sent in the last minute.`],
    [
      held,
      'email',
      'emails',
      <>
        Held by your limit of {grouped(most_per_hour)} emails per hour for waves.{next}
      </>,
    ],
    [retrying, 'email', 'emails', <>Retrying until your mail server accepts them.{next}</>],
    [sums.vacant, 'spot', 'spots', 'Free for the next in line.'],
    [
      product?.unredeemed ?? 0,
      'person',
      'people',
      since && `Accepted, but not in your product yet. The first accepted ${agoOf(since, now)} ago.`,
    ],
  ]
  const lines = all.filter(([value]) => value > 0)
  return (
    <Panel title="Pending" className="day-waiting">
      {lines.length === 0 ? (
        <p className="text-muted">
          {sums.waiting > 0
            ? 'Nothing is being sent right now.'
            : product?.unredeemed === 0
              ? 'Nothing. All emails are sent, and everyone who accepted has arrived.'
              : 'Nothing. All emails are sent.'}
        </p>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-y-2.5 gap-x-4 [&_dt]:font-display [&_dt]:font-normal [&_dt]:text-[length:1.75rem]/[1.15] [&_dt]:lining-nums [&_dt]:tabular-nums">
          {lines.flatMap(([value, one, several, words], index) => [
            <dt key={index}>
              {grouped(value)}{' '}
              <span className="font-text font-normal text-[length:1rem]/[1.15]">{value === 1 ? one : several}</span>
            </dt>,
            <dd key={`${index} words`}>{words}</dd>,
          ])}
        </dl>
      )}
    </Panel>
  )
}
