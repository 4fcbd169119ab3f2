import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import type { Wave } from '#shared/waves.ts'
import { makeAct } from '../../../api/acts.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { useAct } from '../acts/use-act.ts'
import { people, waveWords } from './words.ts'

/** Calls back the mails of a wave that have not left, and ends its filling of seats. */
export function CallBack({ wave }: { wave: Wave }) {
  const [isAsking, setAsking] = useState(false)
  const acting = useAct()
  const { id, waiting, sent, fills } = wave
  if (waiting === 0 && !fills) return null
  const label = waiting > 0 ? 'Call back' : 'Stop filling'

  function callBack() {
    setAsking(false)
    void acting.act(() => makeAct({ kind: 'call-back', select: { wave: id } }))
  }

  return (
    <Dialog.Root open={isAsking} onOpenChange={setAsking}>
      <Dialog.Trigger
        aria-label={`${label}: ${waveWords(wave)}`}
        disabled={acting.isActing}
        className={buttonStyle('quiet', 'tool-button')}
      >
        {label}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog question">
          <Dialog.Title className="text-title">
            {waiting > 0 ? `Call back ${people(waiting)}?` : 'Stop filling seats?'}
          </Dialog.Title>
          <Dialog.Description>
            {waiting > 0 && 'Their mails have not left. They go back to their place in line. '}
            {sent > 0 && 'Mails that have left stay as they are. '}
            {fills && 'Seats that are not taken stay empty. '}
            You can undo this under Acts.
          </Dialog.Description>
          <div className="question-answers">
            <button type="button" onClick={callBack} className={buttonStyle('primary', 'tool-button')}>
              {label}
            </button>
            <Dialog.Close className={buttonStyle('quiet', 'tool-button')}>Cancel</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
