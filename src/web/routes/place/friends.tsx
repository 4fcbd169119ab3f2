import { type FormEvent, useEffect, useId, useState } from 'react'
import { comma } from '#shared/values/comma.ts'
import { fill, isolated } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import type { LetIn, Move, Place } from '#shared/joining/place.ts'
import { buttonStyle } from '../../ui/button.ts'
import { Day } from '../../ui/day.tsx'
import { grouped } from '../../ui/grouped.ts'
import type { Board } from '#shared/joining/leaderboard.ts'
import { LONGEST_BOARD_NAME } from '#shared/joining/leaderboard-name.ts'
import { ROUTES } from '#shared/routes.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'
import { BoardRows } from './board-rows.tsx'
import { usePlaceCall } from './use-place.ts'

const WAITS = ['confirm', 'look', 'beyond'] as const

export function FriendList({ friends, referrals }: Pick<Place, 'friends' | 'referrals'>) {
  const heading = useId()
  const { shown, toggle } = useFirst(friends)
  const all = Math.max(friends.length, referrals)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {site().place.friends.title}
      </h2>
      {friends.length === 0 && <p className="mt-3 text-muted">{site().place.friends.empty}</p>}
      <ul className="friends">
        {shown.map(({ label, at, state }, index) => (
          <li key={`${at} ${index}`}>
            <span className="min-w-0">
              <span className="block wrap-anywhere">{label ?? site().place.friends.unknown}</span>
              <Day date={at} className="text-small text-muted" />
            </span>
            <span className="friend-state" data-state={state}>
              {site().place.friends[state]}
            </span>
          </li>
        ))}
      </ul>
      {toggle}
      {all > friends.length && (
        <p className="text-small text-muted">{fill(site().place.friends.newest, { shown: friends.length, all })}</p>
      )}
      {WAITS.filter((why) => friends.some(({ state }) => state === why)).map((why) => (
        <p key={why} className="mt-2 text-small text-muted">
          {site().place.friends.notes[why]}
        </p>
      ))}
    </section>
  )
}

/** Newest first. Waves move the place in line, not the position. */
export function HistoryList({ history, letIn }: { history: Move[]; letIn: LetIn[] }) {
  const heading = useId()
  const all = [...history, ...letIn].sort((one, other) => Number(one.at < other.at) - Number(one.at > other.at))
  const { shown, toggle } = useFirst(all)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-title">
        {site().place.history.title}
      </h2>
      <ol className="moves">
        {shown.map((move, index) => (
          <li key={`${move.at} ${index}`}>{'people' in move ? <Wave {...move} /> : <Moved {...move} />}</li>
        ))}
      </ol>
      {toggle}
    </section>
  )
}

function Moved({ at, kind, friend, position, places }: Move) {
  return (
    <>
      <strong className="move-position">#{grouped(position)}</strong>
      <p className="min-w-0">
        <span className="block wrap-anywhere">{reasonOf({ kind, friend })}</span>
        <span className="text-small text-muted">
          <Day date={at} />
          {(kind === 'friend' || kind === 'friends-before') && `${comma()}${placesWords(position, places)}`}
        </span>
      </p>
    </>
  )
}

function Wave({ at, people }: LetIn) {
  return (
    <>
      <span className="move-position" aria-hidden="true">
        ↑
      </span>
      <p className="min-w-0">
        <span className="block">{fill(site().place.history.letIn, { people })}</span>
        <span className="text-small text-muted">
          <Day date={at} />, {site().place.history.letInNote}
        </span>
      </p>
    </>
  )
}

function placesWords(position: number, places: number): string {
  if (places > 0) return fill(site().place.history.places, { places })
  return position === 1 ? site().place.history.atFirst : site().place.history.noPlaces
}

function reasonOf({ kind, friend }: Pick<Move, 'kind' | 'friend'>): string {
  const label = friend ?? site().place.friends.unknown
  if (kind === 'friend') return fill(site().place.history.friend, { friend: label })
  if (kind === 'friends-before') return site().place.history.before
  if (kind === 'friend-waits') return fill(site().place.history.waits, { friend: label })
  return site().place.history.joined
}

const SHOWN_AT_FIRST = 5

function useFirst<Item>(items: Item[]) {
  const [isOpen, setOpen] = useState(false)
  const toggle = items.length > SHOWN_AT_FIRST && (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className={buttonStyle('bare', '-ms-2 mt-1')}
    >
      {isOpen ? site().place.less : fill(site().place.more, { all: items.length })}
    </button>
  )
  return { shown: isOpen ? items : items.slice(0, SHOWN_AT_FIRST), toggle }
}

/** Read once: it is no race. */
export function Leaderboard({ token }: { token: string }) {
  const [board, setBoard] = useState<Board>(null)
  const heading = useId()
  const words = site().place.board
  useEffect(() => {
    void callPlace(ROUTES.board, token).then((read) => isFault(read) || setBoard(read))
  }, [token])
  if (board === null) return null
  const { rows, own } = board
  return (
    <section aria-labelledby={heading} className="mt-10 max-w-2xl">
      <h2 id={heading} className="text-title">
        {words.title}
      </h2>
      <p className="mt-1 text-muted">{words.lead}</p>
      <BoardRows rows={rows} />
      {own?.is_taken_off ? (
        <p className="mt-4 text-muted">{words.takenOff}</p>
      ) : own ? (
        <Shown name={own.name} isRanked={rows.some(({ is_own }) => is_own)} token={token} onBoard={setBoard} />
      ) : (
        <NameForm token={token} onBoard={setBoard} />
      )}
    </section>
  )
}

type Changing = { token: string; onBoard: (board: Board) => void }

function Shown({ name, isRanked, token, onBoard }: Changing & { name: string; isRanked: boolean }) {
  const { isBusy, fault, run } = usePlaceCall(ROUTES.removeBoardName, token)
  const words = site().place.board
  async function remove() {
    const board = await run()
    if (board) onBoard(board)
  }
  return (
    <>
      {!isRanked && <p className="mt-4 text-muted">{fill(words.shown, { name: isolated(name) })}</p>}
      <button
        type="button"
        aria-disabled={isBusy}
        onClick={() => remove()}
        className={buttonStyle('bare', '-ms-2 mt-2')}
      >
        {isBusy ? words.sending : words.remove}
      </button>
      <output className="block text-danger">{fault && words.failed}</output>
    </>
  )
}

function NameForm({ token, onBoard }: Changing) {
  const { isBusy, fault, run } = usePlaceCall(ROUTES.chooseBoardName, token)
  const [name, setName] = useState('')
  const words = site().place.board
  const id = useId()
  async function send(event: FormEvent) {
    event.preventDefault()
    const board = await run({ name })
    if (board) onBoard(board)
  }
  const problem = fault && (fault.fault === 'fields' ? words.invalid : words.failed)
  return (
    <form onSubmit={send} className="mt-5">
      <label htmlFor={id} className="font-medium">
        {words.label}
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        <input
          id={id}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={LONGEST_BOARD_NAME}
          autoComplete="off"
          aria-describedby={`${id}-note ${id}-problem`}
          aria-invalid={fault?.fault === 'fields' || undefined}
          className="field min-w-0 flex-1 basis-48"
        />
        <button type="submit" aria-disabled={isBusy} className={buttonStyle('quiet')}>
          {isBusy ? words.sending : words.send}
        </button>
      </div>
      <p id={`${id}-note`} className="mt-1 text-small text-muted">
        {words.note}
      </p>
      <output className="block text-danger">
        {/* An output itself describes nothing. */}
        <span id={`${id}-problem`}>{problem}</span>
      </output>
    </form>
  )
}
