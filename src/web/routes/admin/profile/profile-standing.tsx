import { type ReactNode, useEffect, useRef } from 'react'
import { OUTCOME_WORDS } from '#shared/list/act-words.ts'
import type { EntryDetail } from '#shared/list/entry.ts'
import { isolated } from '#shared/values/language.ts'
import { actWords } from '../entries/act-words.ts'
import type { Acting } from '../entries/use-act.ts'
import { May } from '../state/use-account.tsx'
import { ViewLink } from '../state/use-view.tsx'
import { type View, parseView } from '../state/view.ts'
import { REWARD_STATE_WORDS } from '../state/reward-words.ts'
import { Button } from '../../../ui/button.tsx'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { ordinal } from '#shared/values/numbers.ts'

export function ProfileStanding({ detail, acting }: { detail: EntryDetail; acting: Acting }) {
  const { entry, place, history } = detail
  return (
    <div className="grid gap-2 font-medium">
      {place ? (
        <p>
          <PlaceLink rank={place.rank}>{ordinal(place.rank)} in line</PlaceLink>: {grouped(place.ahead)} ahead,{' '}
          {grouped(place.behind)} behind
        </p>
      ) : (
        <p>{NO_PLACE[entry.state]}</p>
      )}
      {history.tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1">
          {history.tags.map((tag) => (
            <li
              key={tag}
              className="tag inline-flex items-center max-w-full ps-3 border border-edge rounded-[1.375rem] text-control wrap-anywhere"
            >
              <FilterLink change={{ tag }}>{isolated(tag)}</FilterLink>
              <May needs="manager">
                <button
                  type="button"
                  aria-label={`Remove the tag ${tag}`}
                  onClick={() => acting.make({ kind: 'tag', tag, remove: true, select: { ids: [entry.id] } })}
                  className="tag-remove grid flex-none place-items-center w-10 h-10 [&_svg]:w-4"
                >
                  <CloseIcon />
                </button>
              </May>
            </li>
          ))}
        </ul>
      )}
      <ProfileRewards entry={entry} acting={acting} />
    </div>
  )
}

function ProfileRewards({ entry: { id, rewards }, acting }: { entry: EntryDetail['entry']; acting: Acting }) {
  const shown = rewards.filter(({ because }) => because !== 'before')
  if (shown.length === 0) return null
  return (
    <ul aria-label="Rewards">
      {shown.map(({ milestone_id: milestone, words, state, because, reached_at, handed_out_at, code }) => (
        <li key={milestone} className="flex flex-wrap items-center gap-x-3">
          <span className="wrap-anywhere">
            {isolated(words)}: {REWARD_STATE_WORDS[state]}
            {because === 'below' && ', too few friends'} <Moment date={handed_out_at ?? reached_at} as="medium" />
            {code !== null && `, code ${isolated(code)}`}
          </span>
          {state === 'earned' && (
            <May needs="manager">
              <Button
                kind="bare"
                busy={acting.isActing}
                aria-label={`Take back: ${words}`}
                onClick={() => acting.make({ kind: 'take-reward', milestone, select: { ids: [id] } })}
              >
                Take back
              </Button>
            </May>
          )}
        </li>
      ))}
    </ul>
  )
}

const NO_PLACE = {
  waiting: 'No place in line right now',
  invited: 'Invited, no longer in line',
  admitted: 'Let in: they accepted their invitation',
}

type LinkProps = { change: Partial<View>; children: ReactNode }

export function FilterLink({ change, children }: LinkProps) {
  const view: Partial<View> = { ...parseView(''), view: 'people', ...change }
  return (
    <ViewLink to={view} className="person">
      {children}
    </ViewLink>
  )
}

function PlaceLink({ rank, ...link }: { rank: number } & Omit<LinkProps, 'change'>) {
  const first = Math.max(1, rank - 5)
  return <FilterLink {...link} change={{ sort: 'launch', order: null, place: String(first) }} />
}

type ProfileStatusProps = { entry: EntryDetail['entry']; acting: Acting }

/** Its space is reserved, so that the buttons below it stay where they are. */
export function ProfileStatus({ entry, acting: { last, isActing, undo } }: ProfileStatusProps) {
  const line = useRef<HTMLOutputElement>(null)
  const canUndo = last !== null && last.can_undo && last.undoes === null
  // The pressed button may be gone. The focus then moves to this line.
  useEffect(() => {
    if (!isActing && document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [isActing])
  return (
    <div className="profile-status flex items-center justify-between gap-4 min-h-15 py-1.5 px-6 border-b border-b-line bg-paper max-tablet:px-4 [&>output]:min-w-0 [&>output]:text-small [&>output]:font-semibold [&>output]:wrap-anywhere [&>output]:outline-none">
      <output ref={line} tabIndex={-1}>
        {last
          ? [`${actWords(last)}.`, ...last.notes.map(({ reason }) => OUTCOME_WORDS[reason])].join(' ')
          : standingOf(entry)}
      </output>
      {canUndo && (
        <Button busy={isActing} onClick={() => undo(last.id)}>
          Undo
        </Button>
      )}
    </div>
  )
}

function standingOf({ rejected, doubtful, state }: EntryDetail['entry']): string {
  if (rejected) return 'Rejected. They get no emails and don’t count for whoever invited them.'
  if (doubtful) return 'Doubtful. They don’t count for whoever invited them until you decide.'
  if (state === 'invited') return 'Invited. Rejecting them ends their invitation. Undo reopens it.'
  return state === 'admitted' ? 'Let in.' : 'On the list.'
}
