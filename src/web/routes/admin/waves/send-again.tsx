import { peopleWords } from '../ui/words.ts'
import { useQuery } from '@tanstack/react-query'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { OUTCOME_WORDS } from '#shared/list/act-words.ts'
import { previewQuery } from '../state/queries.ts'
import type { Acting } from '../entries/use-act.ts'
import { Confirm } from '../../../ui/dialog.tsx'

type SendAgainProps = { select: { ids: [string] } | { wave: string }; about: string; acting: Acting }

export function SendAgain({ select, about, acting }: SendAgainProps) {
  const request: ActRequest = { kind: 'resend', select }
  const isWave = 'wave' in select
  return (
    <Confirm
      label="Send again"
      about={about}
      disabled={acting.isActing}
      title={isWave ? 'Send it again to everyone who hasn’t opened it?' : 'Send the invitation again?'}
      consequence={`${isWave ? 'They get' : `${about} gets`} the same email. The invitation ends on the same day as before. Sent emails can’t be taken back.`}
      onConfirm={() => acting.make(request)}
    >
      {isWave && <Reach request={request} />}
    </Confirm>
  )
}

function Reach({ request }: { request: ActRequest }) {
  const { data, isError } = useQuery(previewQuery(request))
  const words = data
    ? [
        `${peopleWords(data.changed)} ${data.changed === 1 ? 'gets' : 'get'} it.`,
        ...data.skipped.map(
          ({ reason, entries }) => `${peopleWords(entries)} left out: ${OUTCOME_WORDS[reason] ?? reason}`,
        ),
      ]
    : [isError ? 'We couldn’t count how many people get it.' : 'Counting...']
  return (
    <ul className="preview" aria-live="polite">
      {words.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
}
