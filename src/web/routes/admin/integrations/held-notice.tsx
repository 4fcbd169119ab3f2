import { useQueryClient } from '@tanstack/react-query'
import { release } from '../../../api/admin/backups.ts'
import { notify } from '../../../ui/notify.ts'
import { useOwnerTime } from '../ui/owner-time.ts'
import { Question } from '../ui/question.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { refreshIntegrations } from './queries.ts'

/** Says that a restored list sends nothing, and lets the owner release it. */
export function HeldNotice({ heldAt }: { heldAt: string }) {
  const client = useQueryClient()
  const time = useOwnerTime(heldAt, 'medium')

  async function send() {
    try {
      await release()
      void notify('release', { title: 'Released', description: 'Waiting deliveries go out now, one after the other.' })
    } catch (error) {
      notifyFailure('release', 'The list could not be released.', error)
    }
    await refreshIntegrations(client)
  }

  return (
    <div className="trouble">
      <p>
        This list was restored from the backup of {time}. Nothing is sent to anybody or to any service, and keys of
        programs do not work, until you release it.
      </p>
      <Question
        label="Release"
        tone="primary"
        title="Send Again?"
        consequence={`Mails and data that waited at ${time} go out now. Mails that the previous list sent after that time may go out a second time. Keys and webhooks work again as they did then. If you have removed some since, remove them again first, under Other programs.`}
        onConfirm={() => void send()}
      />
    </div>
  )
}
