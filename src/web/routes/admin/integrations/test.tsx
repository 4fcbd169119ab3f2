import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Integration, Service, TestResult } from '#shared/owner/integrations.ts'
import { ROUTES } from '#shared/routes.ts'
import { site } from '#shared/site/site.ts'
import { isEmail } from '#shared/values/email.ts'
import { call } from '../../../calls/call.ts'
import { refreshIntegrations } from '../state/queries.ts'
import { MISSING_WORDS, SERVICE_WORDS } from './service.tsx'
import { useAccount } from '../state/use-account.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { notify } from '../../../ui/notify.ts'

/** The last result, or the request that is under way. */
export type TestState = TestResult | 'testing' | 'creating' | null

type Asking = { state: TestState; onChange: (state: TestState) => void }

function useQuestion(service: Service, { state, onChange }: Asking) {
  const client = useQueryClient()
  return async (question: TestState & string, ask: () => Promise<TestResult>, failure: string) => {
    if (typeof state === 'string') return
    onChange(question)
    try {
      onChange(await ask())
      void notify(`test ${service}`)
    } catch (error) {
      onChange(null)
      notifyFailure(`test ${service}`, failure, error)
    }
    await refreshIntegrations(client)
  }
}

export function TestButton({ service, ...asking }: Asking & { service: Service }) {
  const ask = useQuestion(service, asking)
  const { name } = SERVICE_WORDS[service]
  const isTesting = asking.state === 'testing'
  return (
    <Button
      busy={typeof asking.state === 'string'}
      onClick={() => ask('testing', () => call(ROUTES.checkService, { service }), `${name} couldn’t be tested.`)}
      aria-label={isTesting ? `Testing ${name}…` : `Test connection: ${name}`}
    >
      {isTesting ? 'Testing…' : 'Test connection'}
    </Button>
  )
}

export function CreateButton({ integration, ...asking }: Asking & { integration: Integration }) {
  const { service, missing } = integration
  const ask = useQuestion(service, asking)
  const { one, many } = MISSING_WORDS[service]
  if (missing.length === 0) return null
  const isCreating = asking.state === 'creating'
  const what = missing.length === 1 ? `the ${one}` : `the ${missing.length} ${many}`
  return (
    <Button
      kind="primary"
      busy={typeof asking.state === 'string'}
      onClick={() =>
        ask(
          'creating',
          () => call(ROUTES.createMissing, { service }),
          `${SERVICE_WORDS[service].name} couldn’t be reached.`,
        )
      }
    >
      {isCreating ? 'Creating…' : `Create ${what}`}
    </Button>
  )
}

export function TestFound({ state, shown }: { state: TestState; shown: string[] }) {
  const found = state === null || typeof state === 'string' ? null : state
  return (
    <output className="test-found">
      {found && <Found found={{ ...found, problems: found.problems.filter((problem) => !shown.includes(problem)) }} />}
    </output>
  )
}

function Found({ found: { ok, message, problems } }: { found: TestResult }) {
  return (
    <>
      <span
        data-ok={ok}
        className="flex gap-1.5 [&>svg]:flex-none [&>svg]:h-[1.6em] data-[ok=true]:text-[var(--gain)] data-[ok=true]:font-semibold data-[ok=false]:text-danger data-[ok=false]:font-semibold"
      >
        {ok && <CheckIcon />}
        {message}
      </span>
      {problems
        .filter((problem) => problem !== message)
        .map((problem) => (
          <span key={problem} className="test-problem">
            {problem}
          </span>
        ))}
    </>
  )
}

/** Only this test shows whether the mail server accepts a mail. */
export function TestMail({ state, onChange }: { state: TestState; onChange: (state: TestState) => void }) {
  const client = useQueryClient()
  const email = useAccount()?.email
  const [typed, setTo] = useState<string | null>(null)
  const to = typed ?? email ?? site().brand.supportEmail
  const [isSending, setSending] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending || typeof state === 'string') return
    if (!isEmail(to)) return onChange({ ok: false, message: 'Enter an email address.', problems: [] })
    setSending(true)
    onChange(null)
    try {
      onChange(await call(ROUTES.sendTestMail, { to }))
      void notify('test-mail')
    } catch (error) {
      notifyFailure('test-mail', 'The test couldn’t be sent.', error)
    }
    setSending(false)
    await refreshIntegrations(client)
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-2">
      <Field
        label="Send a test email to"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={to}
        onValueChange={setTo}
      />
      <Button type="submit" busy={isSending} busyLabel="Sending…" className="justify-self-start">
        Send test
      </Button>
    </form>
  )
}
