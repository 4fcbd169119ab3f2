import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { prove } from '../../../api/admin/admin-session.ts'
import { proveWithPasskey } from '../../../api/admin/passkeys.ts'
import { answerProofs } from '../../../api/admin/proof-prompt.ts'
import { canUsePasskeys } from '../../../passkeys/support.ts'
import { buttonStyle } from '../../../ui/button.ts'
import { ownPasskeysQuery } from './queries.ts'

/**
 * Asks for the password or a passkey again when the server wants a recent proof. Requests at the same time share one
 * dialog.
 */
export function ProofDialog() {
  const [isAsking, setAsking] = useState(false)
  const waiting = useRef<((isProven: boolean) => void)[]>([])

  useEffect(
    () =>
      answerProofs(() => {
        setAsking(true)
        return new Promise((resolve) => waiting.current.push(resolve))
      }),
    [],
  )

  function answer(isProven: boolean) {
    for (const resolve of waiting.current.splice(0)) resolve(isProven)
    setAsking(false)
  }

  return (
    <Dialog.Root open={isAsking} onOpenChange={(isOpen) => !isOpen && answer(false)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog narrow">
          <ProofForm onProven={() => answer(true)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ProofForm({ onProven }: { onProven: () => void }) {
  const { problem, setProblem, isChecking, check } = useCheck(onProven)
  const { data } = useQuery(ownPasskeysQuery)
  const hasPasskey = canUsePasskeys() && data?.passkeys.some(({ is_usable }) => is_usable)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    void check(() => prove(password))
  }

  return (
    <form onSubmit={submit} className="question">
      <Dialog.Title className="text-title">Is it you?</Dialog.Title>
      <Dialog.Description>
        Some time has passed since you signed in. Please enter your password {hasPasskey && 'or use a passkey '}again to
        go on.
      </Dialog.Description>
      <PasswordField problem={problem} onInput={() => setProblem('')} />
      <div className="question-answers">
        <button type="submit" className={buttonStyle('primary', 'tool-button')}>
          {isChecking ? 'Checking...' : 'Go on'}
        </button>
        {hasPasskey && (
          <button
            type="button"
            onClick={() => void check(proveWithPasskey)}
            className={buttonStyle('quiet', 'tool-button')}
          >
            Use a passkey
          </button>
        )}
        <Dialog.Close className={buttonStyle('quiet', 'tool-button')}>Cancel</Dialog.Close>
      </div>
    </form>
  )
}

/** Checks one proof at a time. `problem`: the reason why the last one was refused. */
function useCheck(onProven: () => void) {
  const [problem, setProblem] = useState('')
  const [isChecking, setChecking] = useState(false)

  async function check(proving: () => Promise<string | null>) {
    if (isChecking) return
    setChecking(true)
    setProblem('')
    const refusal = await proving()
    setChecking(false)
    if (refusal === null) return onProven()
    setProblem(refusal)
  }

  return { problem, setProblem, isChecking, check }
}

function PasswordField({ problem, onInput }: { problem: string; onInput: () => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Password
      </label>
      <input
        id={id}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        aria-invalid={problem !== '' || undefined}
        aria-describedby={`${id}-problem`}
        onInput={onInput}
        className="field"
      />
      <p id={`${id}-problem`} role="alert" className="mt-2 text-small text-danger empty:hidden">
        {problem}
      </p>
    </div>
  )
}
