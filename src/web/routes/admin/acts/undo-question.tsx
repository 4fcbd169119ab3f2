import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { buttonStyle } from '../../../ui/button.ts'

type UndoQuestionProps = { title: string; warning: string; isActing: boolean; onUndo: () => void }

/** The Undo of an act that leaves something behind: it says so first. */
export function UndoQuestion({ title, warning, isActing, onUndo }: UndoQuestionProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog.Root open={isAsking} onOpenChange={setAsking}>
      <Dialog.Trigger aria-label={`Undo: ${title}`} disabled={isActing} className={buttonStyle('quiet', 'tool-button')}>
        Undo...
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog question">
          <Dialog.Title className="text-title">Undo: {title}</Dialog.Title>
          <Dialog.Description>{warning}</Dialog.Description>
          <div className="question-answers">
            <button
              type="button"
              onClick={() => {
                setAsking(false)
                onUndo()
              }}
              className={buttonStyle('primary', 'tool-button')}
            >
              Undo
            </button>
            <Dialog.Close className={buttonStyle('quiet', 'tool-button')}>Cancel</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
