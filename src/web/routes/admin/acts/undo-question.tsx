import { Confirm } from '../../../ui/confirm.tsx'

type UndoQuestionProps = { title: string; warning: string; isActing: boolean; onUndo: () => void }

/** An Undo button that first shows what the undo does not restore. */
export function UndoQuestion({ title, warning, isActing, onUndo }: UndoQuestionProps) {
  return (
    <Confirm
      label="Undo"
      about={title}
      disabled={isActing}
      title={`Undo: ${title}`}
      consequence={warning}
      onConfirm={onUndo}
    />
  )
}
