import { site } from '#shared/site/site.ts'
import { Stamp } from '../../ui/drawings/stamp.tsx'
import { type FormEvent, useState, useEffect, useRef } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { readEmail } from '#shared/values/email.ts'
import { isolated } from '#shared/values/language.ts'
import { MAX_LENGTH } from '#shared/values/text.ts'
import { call } from '../../calls/call.ts'
import { buttonStyle } from '../../ui/button.ts'
import { notify, preloadNotices } from '../../ui/notify.ts'
import { ContactField, contactLabels } from './contact-field.tsx'

export function ContactPage() {
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-10 pt-8 pb-16 tablet:pt-14 tablet:pb-24 desktop:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] desktop:gap-16">
      <div>
        <h1 className="text-display">{site().contact.title}</h1>
        <p className="mt-5 max-w-md text-lead text-muted">{site().contact.lead}</p>
        <dl className="mt-8 space-y-6">
          <div>
            <dt className="text-small text-muted">{site().contact.email}</dt>
            <dd>
              <a
                href={`mailto:${site().brand.supportEmail}`}
                className="-my-2 inline-flex min-h-11 items-center font-display text-title wrap-anywhere underline decoration-velvet decoration-3 underline-offset-4"
              >
                {site().brand.supportEmail}
              </a>
            </dd>
          </div>
          {site().brand.address.length > 0 && (
            <div>
              <dt className="text-small text-muted">{site().contact.street}</dt>
              <dd>
                <address className="font-display text-title not-italic">
                  {site().brand.address.map((line, index) => (
                    <span key={index} className="block">
                      {isolated(line)}
                    </span>
                  ))}
                </address>
              </dd>
            </div>
          )}
        </dl>
      </div>
      <section aria-labelledby="write" className="letter">
        <div className="mb-6 flex items-start justify-between gap-4">
          <h2 id="write" className="mt-1 text-heading">
            {site().contact.form}
          </h2>
          <Stamp />
        </div>
        <ContactForm />
      </section>
    </div>
  )
}

/** Visitors notice Sending... even if the server is fast. */
const SENDING_MS = 1500

type FieldName = 'name' | 'email' | 'message'
const FIELDS: FieldName[] = ['name', 'email', 'message']

/** Uses the browser's own validation. The typed text stays until it is stored. */
function ContactForm() {
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

/** In memory only. */
let kept: [name: string, text: string][] = []

function useKeptMessage() {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current!
    for (const [name, text] of kept) {
      const field = form.elements.namedItem(name) as HTMLInputElement
      // Text that was typed before hydration is newer.
      field.value ||= text
    }
    return () => {
      kept = [...new FormData(form)] as typeof kept
    }
  }, [])
  return ref
}

function forgetLetter(form: HTMLFormElement) {
  form.reset()
  kept = []
}
