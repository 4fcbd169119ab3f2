import { useQuery } from '@tanstack/react-query'
import { CheckIcon } from '../../../ui/icons.tsx'
import { useOwnerTime } from '../../../ui/owner-time.ts'
import { Panel } from '../../../ui/panel.tsx'
import { integrationsQuery } from '../integrations/queries.ts'
import { mailRecordsQuery } from './queries.ts'

/** The DNS records of the sender's domain, and the last bounce report. Nothing until mail is set up. */
export function MailRecords() {
  const mail = useQuery(integrationsQuery).data?.integrations.find(({ service }) => service === 'mail')
  const { data } = useQuery({ ...mailRecordsQuery, enabled: mail?.is_set_up ?? false })
  if (!mail?.is_set_up || !data) return null
  return (
    <Panel
      title={`Sender authentication for ${data.domain}`}
      note={data.last_report_at ? <LastReport at={data.last_report_at} /> : 'No bounce reports yet.'}
    >
      <ul className="grid gap-2.5 text-control">
        {data.records.map(({ record, state, message }) => (
          <li key={record} className="grid gap-x-4 wrap-anywhere tablet:grid-cols-[6rem_minmax(0,1fr)]">
            <span
              className={`flex items-center gap-1.5 font-medium [&>svg]:size-4 ${state === 'missing' ? 'text-danger' : ''}`}
            >
              {record}
              {state === 'found' && <CheckIcon />}
              <span className="sr-only">: {state}</span>
            </span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function LastReport({ at }: { at: string }) {
  return <>Your mail service last reported a bounce or complaint on {useOwnerTime(at, 'medium')}.</>
}
