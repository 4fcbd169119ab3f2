import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { release } from '../../../api/backups.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { notify } from '../../../ui/notify.ts'
import { useOwnerTime } from '../ui/owner-time.ts'
import { notifyFailure } from './notify-failure.ts'
import { refreshIntegrations } from './queries.ts'

/** Says that a restored list sends nothing, and lets the owner release it. */
export function HeldNotice({ heldAt }: { heldAt: string }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const time = useOwnerTime(heldAt, 'medium')

  async function send() {
    setAsking(false)
    try {
      await release()
      void notify('release', { title: 'Released', description: 'What waited goes out now, one after the other.' })
    } catch (error) {
      notifyFailure('release', 'The list could not be released.', error)
    }
    await refreshIntegrations(client)
  }

  return (
    <div className="trouble">
      <p>
        This list was restored from the backup of {time}. Nothing is sent to anybody or to any service until you release
        it.
      </p>
      <Dialog.Root open={isAsking} onOpenChange={setAsking}>
        <Dialog.Trigger className={buttonStyle('primary', 'tool-button')}>Release...</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="dialog-backdrop" />
          <Dialog.Popup className="dialog question">
            <Dialog.Title className="text-title">Send Again?</Dialog.Title>
            <Dialog.Description>
              What was waiting at {time} goes out now. Mails that went out after that, from the list before, may go out
              a second time.
            </Dialog.Description>
            <div className="question-answers">
              <button type="button" onClick={send} className={buttonStyle('primary', 'tool-button')}>
                Release
              </button>
              <Dialog.Close className={buttonStyle('quiet', 'tool-button')}>Cancel</Dialog.Close>
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  )
}
