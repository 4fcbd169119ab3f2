import { type ActRow } from '#shared/list/acts.ts'
import { undoWarningOf } from '#shared/list/act-words.ts'
import { ACT_RIGHTS } from '#shared/list/act-rights.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useMay } from '../session/use-account.ts'
import { Email } from '../../../ui/email.tsx'
import { ActMore } from './act-more.tsx'
import { UndoQuestion } from './undo-question.tsx'
import { actWords, outcomeWords, selectionWords } from './act-words.ts'
import type { Acting } from './use-act.ts'
import { Button } from '../../../ui/button.tsx'

type ActItemProps = {
  act: ActRow
  acting: Acting
  isOpen: boolean
  onToggle: () => void
  onOpen: (id: string) => void
}

/** One act of the log: its effect, its people, its progress, its outcome, and the buttons that stop or undo it. */
export function ActItem({ act, acting, isOpen, onToggle, onOpen }: ActItemProps) {
  const { id, actor, state, problem, created_at, undone_by, person, account } = act
  const mayAct = useMay(ACT_RIGHTS[act.kind].role)
  const title = actWords(act)
  const isUnderWay = state === 'running' || state === 'stopping'
  const outcome = isUnderWay ? '' : outcomeWords(act)

  return (
    <li className="act">
      <div className="min-w-0">
        <h3 className="act-title">{title}</h3>
        {person?.email ? (
          <button type="button" onClick={() => onOpen(person.id)} className="person">
            <Email email={person.email} />
          </button>
        ) : (
          <p>{person ? 'Somebody since erased' : selectionWords(act)}</p>
        )}
        <p className="text-small text-muted">
          {account && `${account.name}${isByKey(actor) ? `, by the key ${actor}...` : ''} · `}
          <Moment date={created_at} />
          {outcome && ` · ${outcome}`}
          {undone_by && !act.can_undo && ' · undone'}
        </p>
        {isUnderWay && <ActProgress act={act} title={title} />}
        {problem && <p className="text-small text-danger">It failed and is tried again: {problem}</p>}
        {isOpen && <ActMore id={id} onOpen={onOpen} />}
      </div>
      <div className="act-buttons">
        <DetailsButton {...{ title, isOpen, onToggle }} />
        {isUnderWay && mayAct && <StopButton {...{ act, title, acting }} />}
        {act.can_undo && mayAct && <UndoButton {...{ act, title, acting }} />}
      </div>
    </li>
  )
}

function ActProgress({ act: { state, total, changed, unchanged, skipped }, title }: { act: ActRow; title: string }) {
  const done = changed + unchanged + skipped
  return (
    <p className="sync-progress">
      <progress className="export-progress" aria-label={title} max={total || 1} value={done} />
      {grouped(done)} of {grouped(total)}
      {state === 'stopping' && ', stopping...'}
    </p>
  )
}

function DetailsButton({ title, isOpen, onToggle }: Pick<ActItemProps, 'isOpen' | 'onToggle'> & { title: string }) {
  return (
    <Button kind="bare" aria-label={`Details: ${title}`} aria-expanded={isOpen} onClick={onToggle}>
      Details
    </Button>
  )
}

type ActButtonProps = Pick<ActItemProps, 'act' | 'acting'> & { title: string }

function StopButton({ act, title, acting }: ActButtonProps) {
  return (
    <Button aria-label={`Stop: ${title}`} disabled={act.state === 'stopping'} onClick={() => void acting.stop(act.id)}>
      Stop
    </Button>
  )
}

/** What the owner should know before they press Undo; null if it restores everything and moves nobody. */
function warningBeforeUndo({ kind, params }: ActRow): string | null {
  const effects = (kind === 'settings' && (params.effects as string[] | undefined)) || []
  if (effects.length > 0) return `Friends and positions are recounted. Undo reverses this: ${effects.join(' ')}`
  return undoWarningOf(kind)
}

function UndoButton({ act, title, acting }: ActButtonProps) {
  const warning = warningBeforeUndo(act)
  const { isActing } = acting
  const undo = () => void acting.undo(act.id)
  if (warning !== null) return <UndoQuestion title={title} warning={warning} isActing={isActing} onUndo={undo} />
  return (
    <Button aria-label={`Undo: ${title}`} busy={isActing} onClick={undo}>
      Undo
    </Button>
  )
}

/** Whether a program made the act. The `actor` is then the beginning of an API key, and otherwise a session. */
function isByKey(actor: string): boolean {
  return actor.startsWith('fc_')
}
