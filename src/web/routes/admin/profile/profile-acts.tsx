import { ACT_RIGHTS } from '#shared/list/act-rights.ts'
import { useMay } from '../session/use-account.tsx'
import type { EntryAct } from '#shared/list/acts.ts'
import type { EntryDetail } from '#shared/list/entry.ts'
import { grouped } from '../../../ui/grouped.ts'
import { actWords } from '../acts/act-words.ts'
import type { Acting } from '../acts/use-act.ts'
import { Part } from './part.tsx'
import { FoldedText } from '../ui/folded-text.tsx'
import { ViewLink } from '../view/view-link.tsx'
import type { ChangeView } from '../view/use-view.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Button } from '../../../ui/button.tsx'

type ProfileActsProps = { detail: EntryDetail; acting: Acting; onChange: ChangeView }

export function ProfileActs({ detail: { entry, history }, acting, onChange }: ProfileActsProps) {
  const { acts, next_acts_cursor } = history
  if (!entry.rejected_before && acts.length === 0) return null
  return (
    <Part title="Notes and decisions">
      {entry.rejected_before && <p>They were rejected earlier, then erased, and have joined again.</p>}
      <ul className="answers">
        {acts.map((act) => (
          <li key={act.id} className="line">
            <FoldedText text={wordsOf(act)} />
            <span>
              {act.account && <span className="text-small text-muted">{act.account.name} </span>}
              <Moment date={act.created_at} as="medium" />
            </span>
            <Undo act={act} acting={acting} onChange={onChange} />
          </li>
        ))}
      </ul>
      {next_acts_cursor && <p className="dialog-note">Only the latest 20 are shown.</p>}
    </Part>
  )
}

/** For an act on several people, links to the log. */
function Undo({ act, acting, onChange }: { act: EntryAct } & Omit<ProfileActsProps, 'detail'>) {
  const { id, kind, total, undoes, undone_by } = act
  const mayUndo = useMay(ACT_RIGHTS[kind].role)
  if (undone_by !== null) return <span className="text-small text-muted">Undone</span>
  if (total > 1) {
    const change = { view: 'settings/activity', act: id, entry: null } as const
    return (
      <ViewLink to={change} onChange={onChange}>
        With {grouped(total - 1)} more
      </ViewLink>
    )
  }
  if (undoes !== null || kind === 'erase' || !mayUndo) return null
  return (
    <Button
      kind="text"
      aria-label={`Undo: ${wordsOf(act)}`}
      busy={acting.isActing}
      onClick={() => void acting.undo(id)}
    >
      Undo
    </Button>
  )
}

function wordsOf(act: EntryAct): string {
  const { kind, note, undoes } = act
  if (kind === 'note') {
    if (undoes) return 'Note undone'
    return note === null ? 'Note (since undone)' : `“${note}”`
  }
  return actWords(act)
}
