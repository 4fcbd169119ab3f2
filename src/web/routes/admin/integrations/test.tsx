import { useQueryClient } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import type { Integration, Service, TestResult } from '#shared/owner/integrations.ts'
import { call } from '../../../calls/call.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import { notify } from '../../../ui/notify.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { refreshIntegrations } from './queries.ts'
import { MISSING_WORDS, SERVICE_WORDS } from './words.ts'
import { Button } from '../../../ui/button.tsx'

/** The result of the last test, or the request that is under way; null if there is neither. */
export type TestState = TestResult | 'testing' | 'creating' | null

type Asking = { state: TestState; onChange: (state: TestState) => void }

/** Sends one request at a time to the service, and reports the result. */
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

/** Asks the service whether it is set up correctly. */
export function TestButton({ service, ...asking }: Asking & { service: Service }) {
  const ask = useQuestion(service, asking)
  const { name } = SERVICE_WORDS[service]
  const isTesting = asking.state === 'testing'
  return (
    <Button
      busy={typeof asking.state === 'string'}
      onClick={() => ask('testing', () => call(ROUTES.checkService, { service }), `${name} couldn’t be tested.`)}
      aria-label={isTesting ? `Testing ${name}…` : `Test ${name}`}
    >
      {isTesting ? 'Testing…' : 'Test'}
    </Button>
  )
}

/** Creates the properties or fields that the service lacks. */
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

/** The answer of the service, without the problems that are `shown` elsewhere. */
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
      <span data-ok={ok} className="test-message">
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
