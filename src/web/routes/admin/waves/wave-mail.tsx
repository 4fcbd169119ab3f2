import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { isEmail } from '#shared/values/email.ts'
import type { TestResult } from '#shared/owner/integrations.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { call } from '../../../calls/call.ts'
import { readStored, writeStored } from '../../../storage/storage.ts'
import { useAccount } from '../session/use-account.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/query-state.tsx'
import { Field } from '../../../ui/field.tsx'

type Mail = { subject: string; text: string }

type WaveMailProps = { mail: Mail; onChange: (mail: Mail) => void }

export function WaveMail({ mail, onChange }: WaveMailProps) {
  const drawn = useDeferredValue(mail)
  const canDraw = drawn.subject.trim() !== '' && drawn.text.trim() !== ''
  return (
    <section aria-labelledby="wave-mail" className="panel">
      <h3 id="wave-mail" className="panel-title">
        The mail
      </h3>
      <div className="wave-mail">
        <div className="filters">
          <MailFields mail={mail} onChange={onChange} />
          <TestToOneself mail={mail} />
        </div>
        {canDraw ? <MailFrame mail={drawn} /> : <Empty isSmall>A mail needs a subject and a text.</Empty>}
      </div>
    </section>
  )
}

function MailFields({ mail, onChange }: WaveMailProps) {
  return (
    <>
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
        hint="The heading above the text and the button are under Settings, Site, Mails."
        onValueChange={(text) => onChange({ ...mail, text })}
      />
    </>
  )
}

const FRAME = 'wave-mail-frame'

/** A form sends the text, because a long text would not fit into the frame's address. */
function MailFrame({ mail: { subject, text } }: { mail: Mail }) {
  const form = useRef<HTMLFormElement>(null)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the form holds them
  useEffect(() => form.current?.submit(), [subject, text])
  return (
    <>
      <form ref={form} method="post" action={ROUTES.waveMailPage.path} target={FRAME} hidden>
        <input type="hidden" name="subject" value={subject} />
        <input type="hidden" name="text" value={text} />
      </form>
      <iframe name={FRAME} title="How the mail looks" sandbox="" className="mail-frame wave-frame" />
    </>
  )
}

const TEST_ADDRESS = 'testMailAddress'

function TestToOneself({ mail }: { mail: Mail }) {
  const email = useAccount()?.email ?? ''
  const [typed, setTo] = useState(() => readStored('localStorage', TEST_ADDRESS))
  const to = typed ?? email
  const { result, send } = useTestMail({ to, ...mail })

  return (
    <form noValidate onSubmit={send} className="test-mail">
      <Field
        label="Send a test to yourself"
        type="email"
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        placeholder="Your own address"
        value={to}
        onValueChange={setTo}
      />
      <Button type="submit" busy={result === 'sending'} busyLabel="Sending..." className="justify-self-start">
        Send a test
      </Button>
      <output className="block text-small not-empty:mt-2">{typeof result === 'object' && result?.message}</output>
    </form>
  )
}

function useTestMail(mail: Mail & { to: string }) {
  const [result, setResult] = useState<Pick<TestResult, 'message'> | 'sending' | null>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (result === 'sending') return
    if (!isEmail(mail.to)) return setResult({ message: 'Which address is yours? The test goes there.' })
    setResult('sending')
    try {
      setResult(await call(ROUTES.sendWaveTestMail, mail))
      writeStored('localStorage', TEST_ADDRESS, mail.to)
    } catch (error) {
      setResult(null)
      notifyFailure('test-mail', 'The test mail could not be sent.', error)
    }
  }

  return { result, send }
}
