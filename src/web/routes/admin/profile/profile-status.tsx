import { useEffect, useRef } from 'react'
import { OUTCOME_WORDS } from '#shared/list/act-words.ts'
import type { EntryDetail } from '#shared/list/entry.ts'
import { actWords } from '../acts/act-words.ts'
import type { Acting } from '../acts/use-act.ts'
import { Button } from '../../../ui/button.tsx'

type ProfileStatusProps = { entry: EntryDetail['entry']; acting: Acting }

/**
 * The owner's last act on this person, with its undo; before any act, the person's standing. Its space is reserved, so
 * that the buttons below it stay where they are.
 */
export function ProfileStatus({ entry, acting: { last, isActing, undo } }: ProfileStatusProps) {
  const line = useRef<HTMLOutputElement>(null)
  const canUndo = last !== null && last.can_undo && last.undoes === null
  // The pressed button may be gone. The focus then moves to this line.
  useEffect(() => {
    if (!isActing && document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [isActing])
  return (
    <div className="profile-status">
      <output ref={line} tabIndex={-1}>
        {last
          ? [`${actWords(last)}.`, ...last.notes.map(({ reason }) => OUTCOME_WORDS[reason])].join(' ')
          : standingOf(entry)}
      </output>
      {canUndo && (
        <Button busy={isActing} onClick={() => void undo(last.id)}>
          Undo
        </Button>
      )}
    </div>
  )
}

function standingOf({ rejected, doubtful, state }: EntryDetail['entry']): string {
  if (rejected) return 'Rejected: they get no mail, and their joining moves nobody up.'
  if (doubtful) return 'Doubtful: their joining moves nobody up until you decide.'
  if (state === 'invited') return 'Invited. Rejecting them ends their invitation; Undo opens it again.'
  return state === 'admitted' ? 'Let in.' : 'On the list.'
}
