import { type FormEvent, useEffect, useId, useState } from 'react'
import type { Board } from '#shared/joining/leaderboard.ts'
import { LONGEST_BOARD_NAME } from '#shared/joining/leaderboard-name.ts'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { fill } from '#shared/values/fill.ts'
import { isolated } from '#shared/values/language.ts'
import { callPlace, isFault } from '../../calls/call-place.ts'
import { buttonStyle } from '../../ui/button.ts'
import { BoardRows } from './board-rows.tsx'
import { usePlaceCall } from './use-place.ts'

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
