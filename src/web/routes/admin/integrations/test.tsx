import { useQueryClient } from '@tanstack/react-query'
import type { Service, TestResult } from '#shared/integrations.ts'
import { testIntegration } from '../../../api/integrations.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import { notify } from '../../../ui/notify.ts'
import { notifyFailure } from './notify-failure.ts'
import { refreshIntegrations } from './queries.ts'
import { SERVICE_WORDS } from './words.ts'

export type TestState = TestResult | 'testing' | null

type TestButtonProps = { service: Service; state: TestState; onChange: (state: TestState) => void }

/** Asks the service whether it is set up correctly. */
export function TestButton({ service, state, onChange }: TestButtonProps) {
  const client = useQueryClient()
  const { name } = SERVICE_WORDS[service]
  const isTesting = state === 'testing'

  async function test() {
    if (isTesting) return
    onChange('testing')
    try {
      onChange(await testIntegration(service))
      void notify(`test ${service}`)
    } catch (error) {
      onChange(null)
      notifyFailure(`test ${service}`, `${name} could not be tested.`, error)
    }
    await refreshIntegrations(client)
  }

  return (
    <button
      type="button"
      aria-disabled={isTesting}
      onClick={test}
      aria-label={isTesting ? `Testing ${name}...` : `Test ${name}`}
      className={buttonStyle('quiet', 'tool-button')}
    >
      {isTesting ? 'Testing...' : 'Test'}
    </button>
  )
}

/** The answer of the service. With `isBrief`, it leaves out the faults that are shown elsewhere. */
export function TestFound({ state, isBrief }: { state: TestState; isBrief: boolean }) {
  const found = state === null || state === 'testing' ? null : state
  return (
    <output className="test-found">{found && <Found found={isBrief ? { ...found, problems: [] } : found} />}</output>
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
