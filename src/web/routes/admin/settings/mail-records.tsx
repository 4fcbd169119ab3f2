import { useQuery } from '@tanstack/react-query'
import { fieldOf, isField } from '#shared/owner/setting-fields.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import { integrationsQuery } from '../integrations/queries.ts'
import { TestMail } from '../integrations/test-mail.tsx'
import { TestFound, type TestState } from '../integrations/test.tsx'
import { useOwnerTime } from '../ui/owner-time.ts'
import { mailRecordsQuery } from './queries.ts'
import { useState } from 'react'

/**
 * Once a mail server is set up: a test mail, the DNS records of the sender's domain, and the last bounce report. Before
 * that: the settings that are missing.
 */
export function MailProof() {
  const { data: integrations } = useQuery(integrationsQuery)
  const mail = integrations?.integrations.find(({ service }) => service === 'mail')
  const isSetUp = mail?.is_set_up ?? false
  const { data } = useQuery({ ...mailRecordsQuery, enabled: isSetUp })
  const [tested, setTested] = useState<TestState>(null)
  if (!isSetUp) {
    return mail?.gaps.map(({ setting, reason }) => (
      <p key={setting} className="setting-problem">
        No mail is sent yet. {isField(setting) ? fieldOf(setting).label : setting}: {reason}
      </p>
    ))
  }
  return (
    <div className="mail-proof">
      <TestMail state={tested} onChange={setTested} />
      <TestFound state={tested} shown={[]} />
      {data && (
        <>
          <p className="service-step-title">What DNS says about {data.domain}</p>
          <ul className="mail-records">
            {data.records.map(({ record, state, message }) => (
              <li key={record} data-state={state}>
                <span className="mail-record-name">
                  {record}
                  {state === 'found' && <CheckIcon />}
                  <span className="sr-only">: {state}</span>
                </span>
                <span>{message}</span>
              </li>
            ))}
          </ul>
          <p className="setting-hint">
            {data.last_report_at ? <LastReport at={data.last_report_at} /> : 'No bounce report has arrived yet.'}
          </p>
        </>
      )}
    </div>
  )
}

function LastReport({ at }: { at: string }) {
  return <>Your mail service last reported a bounce or a complaint on {useOwnerTime(at, 'medium')}.</>
}
