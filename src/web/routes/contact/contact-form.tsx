import { type FormEvent, useState } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { readEmail } from '#shared/values/email.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { call } from '../../calls/call.ts'
import { buttonStyle } from '../../ui/button.ts'
import { notify, preloadNotices } from '../../ui/notify.ts'
import { ContactField, contactLabels } from './contact-field.tsx'
import { forgetLetter, useKeptMessage } from './use-kept-message.ts'

/** Visitors notice Sending... even if the server is fast. */
const SENDING_MS = 1500

type FieldName = 'name' | 'email' | 'message'
const FIELDS: FieldName[] = ['name', 'email', 'message']

/** Uses the browser's own validation. The typed text stays until it is stored. */
export function ContactForm() {
  const { isSending, send } = useSending()
  const { errors, check, clear } = useErrors()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const email = form.elements.namedItem('email') as HTMLInputElement
    // The browser refuses much of what people paste.
    email.value = readEmail(email.value)
    if (!isSending && check(form)) void send(form)
  }

  const labels = contactLabels()
  const field = (name: FieldName) => ({
    name,
    label: labels[name],
    error: errors[name],
    readOnly: isSending,
    onInput: () => clear(name),
  })

  return (
    <form
      ref={useKeptMessage()}
      noValidate
      method="post"
      onSubmit={submit}
      onFocus={preloadNotices}
      aria-labelledby="write"
      className="space-y-5"
    >
      <ContactField {...field('name')} autoComplete="name" maxLength={MAX_LENGTH.name} />
      <ContactField {...field('email')} type="email" autoComplete="email" maxLength={MAX_LENGTH.email} />
      <ContactField {...field('message')} rows={5} maxLength={MAX_LENGTH.freeText} />
      <SendButton isSending={isSending} />
    </form>
  )
}

function useSending() {
  const [isSending, setSending] = useState(false)

  async function send(form: HTMLFormElement) {
    setSending(true)
    try {
      const { name, email, message } = Object.fromEntries(new FormData(form)) as Record<FieldName, string>
      const sent = call(ROUTES.sendMessage, { name, email, message })
      await Promise.allSettled([sent, pause(SENDING_MS)])
      setSending(false)
      await sent
      forgetLetter(form)
      void notify('message', site().contact.sent)
    } catch (error) {
      console.warn('The message was not sent', error)
      void notify('message', { ...site().contact.failed, tone: 'destructive' })
    }
  }

  return { isSending, send }
}

function useErrors() {
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})

  function check(form: HTMLFormElement): boolean {
    const inputs = FIELDS.map((name) => form.elements.namedItem(name) as HTMLInputElement)
    const found = inputs.filter((input) => complaint(input))
    setErrors(Object.fromEntries(found.map((input) => [input.name, complaint(input)])))
    found[0]?.focus()
    return found.length === 0
  }

  const clear = (name: FieldName) => setErrors({ ...errors, [name]: undefined })
  return { errors, check, clear }
}

function SendButton({ isSending }: { isSending: boolean }) {
  const { send, sending } = site().contact
  return (
    <button
      type="submit"
      aria-disabled={isSending}
      data-working={sending}
      className={buttonStyle('primary', 'w-full tablet:w-auto tablet:min-w-44')}
    >
      {isSending ? sending : send}
    </button>
  )
}

/** Blank text counts as empty. The browser explains all other faults in the visitor's language. */
function complaint(input: HTMLInputElement): string {
  if (!input.value.trim()) return site().contact.missing
  return input.validationMessage
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
