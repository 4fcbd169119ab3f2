import { Question } from '../ui/question.tsx'

type UndoQuestionProps = { title: string; warning: string; isActing: boolean; onUndo: () => void }

/** The Undo of an act that leaves something behind: it says so first. */
export function UndoQuestion({ title, warning, isActing, onUndo }: UndoQuestionProps) {
  return (
    <Question
      label="Undo"
      about={title}
      tone="quiet"
      disabled={isActing}
      title={`Undo: ${title}`}
      consequence={warning}
      onConfirm={onUndo}
    />
  )
}
