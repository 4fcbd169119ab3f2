import { useDeferredValue } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { Field } from '../../../ui/field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Empty } from '../../../ui/query-state.tsx'
import { MailFrame, TestMail } from '../ui/mail-draft.tsx'

type Mail = { subject: string; text: string }

export function WaveMail({ mail, onChange }: { mail: Mail; onChange: (mail: Mail) => void }) {
  const drawn = useDeferredValue(mail)
  const canDraw = drawn.subject.trim() !== '' && drawn.text.trim() !== ''
  return (
    <Panel title="The email">
      <div className="grid gap-5 desktop:grid-cols-2">
        <div className="grid content-start gap-3.5">
          <Field
            label="Subject"
            maxLength={MAX_LENGTH.name}
            value={mail.subject}
            aria-invalid={mail.subject.trim() === '' || undefined}
            onValueChange={(subject) => onChange({ ...mail, subject })}
          />
          <Field
            label="Message (the button is added for you)"
            rows={8}
            maxLength={MAX_LENGTH.freeText}
            value={mail.text}
            aria-invalid={mail.text.trim() === '' || undefined}
            hint="To change the heading and the button, go to Settings, Site."
            onValueChange={(text) => onChange({ ...mail, text })}
          />
          <TestMail route={ROUTES.sendWaveTestMail} words={mail} />
        </div>
        {canDraw ? (
          <MailFrame action={ROUTES.waveMailPage.path} fields={drawn} />
        ) : (
          <Empty isSmall>Write a subject and a message to see the email.</Empty>
        )}
      </div>
    </Panel>
  )
}
