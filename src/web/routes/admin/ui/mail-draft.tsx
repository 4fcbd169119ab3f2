import { useEffect, useId, useRef, useState } from 'react'
import type { ROUTES } from '#shared/routes.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { useAction } from '../../../calls/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Form } from '../../../ui/form.tsx'
import { Segments } from '../../../ui/choices.tsx'
import { useAccount } from '../state/use-account.tsx'

const WIDTHS = { phone: 'max-w-90', computer: 'max-w-175' } as const

/** The mail as the server draws it. A form sends the words, because long ones do not fit into the frame's address. */
export function MailFrame({ action, fields }: { action: string; fields: Record<string, string> }) {
  const form = useRef<HTMLFormElement>(null)
  const target = useId()
  const [width, setWidth] = useState<keyof typeof WIDTHS>('computer')
  const sent = JSON.stringify(fields)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the form holds them
  useEffect(() => form.current?.submit(), [sent])
  return (
    <div className="grid content-start gap-2">
      <Segments
        label="Width of the preview"
        options={[
          { value: 'computer', label: 'Computer' },
          { value: 'phone', label: 'Phone' },
        ]}
        value={width}
        onChange={setWidth}
      />
      <form ref={form} method="post" action={action} target={target} hidden>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <iframe
        name={target}
        title="How the email looks"
        sandbox=""
        className={`h-136 w-full rounded-card border border-edge ${WIDTHS[width]}`}
      />
    </div>
  )
}

type TestMailProps = { route: (typeof ROUTES)['sendTestUpdate' | 'sendWaveTestMail']; words: object }

export function TestMail({ route, words }: TestMailProps) {
  const email = useAccount()?.email ?? ''
  const send = useAction(route, { done: ({ message }) => message })
  return (
    <Form action={send} value={words} className="grid gap-3">
      <Field
        label="Send a test to"
        name="to"
        type="email"
        required
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        defaultValue={email}
      />
      <Button type="submit" busyLabel="Sending..." className="justify-self-start">
        Send test
      </Button>
    </Form>
  )
}
