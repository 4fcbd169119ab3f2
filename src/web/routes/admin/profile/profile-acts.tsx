import { useId } from 'react'
import type { EntryAct } from '#shared/acts.ts'
import type { EntryDetail } from '#shared/entry.ts'
import { Moment } from './moment.tsx'

/** The owner's decisions and notes about a person, newest first. Draws nothing if there are none. */
export function ProfileActs({ detail: { entry, history } }: { detail: EntryDetail }) {
  const id = useId()
  const { acts, tags, next_acts_cursor } = history
  const standing = standingOf(entry)
  if (!standing && acts.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="dialog-title">
        Notes and decisions
      </h3>
      {standing && <p>{standing}</p>}
      {tags.length > 0 && <p>Tags: {tags.join(', ')}</p>}
      <ul className="answers">
        {acts.map((act) => (
          <li key={act.id}>
            <p>{wordsOf(act)}</p>
            <Moment date={act.created_at} />
          </li>
        ))}
      </ul>
      {next_acts_cursor && <p className="dialog-note">These are the newest twenty.</p>}
    </section>
  )
}

function standingOf({ rejected, rejected_before, doubtful }: EntryDetail['entry']): string | null {
  const since = rejected_before ? ' They had been rejected before they were erased and joined again.' : ''
  if (rejected) return `Rejected: they get no mail, and their joining moves nobody up.${since}`
  return doubtful ? 'Doubtful: their joining moves nobody up until you decide.' : null
}

const DECISIONS = {
  reject: 'Rejected',
  accept: 'Accepted',
  hold: 'Held',
  'trust-rule': 'Changed by a rule',
  erase: 'Erased',
}

function wordsOf(act: EntryAct): string {
  const { kind, params, after, note, undoes } = act
  if (kind === 'tag') return `${after ? 'Tagged' : 'Untagged'} “${String(params.tag)}”`
  if (kind !== 'note') {
    if (!undoes) return DECISIONS[kind]
    return isDoneAgain(act) ? `${DECISIONS[kind]} again` : `Undone: ${DECISIONS[kind].toLowerCase()}`
  }
  if (undoes) return after ? 'A note, put back' : 'A note, taken back'
  return note === null ? 'A note, since taken back' : `“${note}”`
}

/** An undo of an undo decides as the first act did. */
function isDoneAgain({ kind, after }: EntryAct): boolean {
  const { rejected, signals, owner } = after as { rejected: boolean; signals: boolean; owner: boolean }
  if (kind === 'accept') return !rejected && !signals && !owner
  return kind === 'reject' ? rejected : owner
}
