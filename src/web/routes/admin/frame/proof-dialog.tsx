import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { prove } from '../state/use-account.tsx'
import { proveWithPasskey } from '../../../passkeys/calls.ts'
import { answerProofs } from '../../../calls/proof-prompt.ts'
import { canUsePasskeys } from '../../../passkeys/support.ts'
import { ownPasskeysQuery } from '../state/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton, Question } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form.tsx'

/** Requests at the same time share one dialog. */
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

  const [problem, setProblem] = useState('')
  const [isChecking, setChecking] = useState(false)
  const { data } = useQuery({ ...ownPasskeysQuery, enabled: isAsking })
  const hasPasskey = canUsePasskeys() && data?.passkeys.some(({ is_usable }) => is_usable)

  async function check(proving: () => Promise<string | null>) {
    if (isChecking) return
    setChecking(true)
    setProblem('')
    const refusal = await proving()
    setChecking(false)
    if (refusal === null) answer(true)
    else setProblem(refusal)
  }

  return (
    <Question
      isOpen={isAsking}
      onOpenChange={(isOpen) => {
        setProblem('')
        if (!isOpen) answer(false)
      }}
      title="Confirm it’s you"
      consequence={`Enter your password${hasPasskey ? ' or use a passkey' : ''} to continue.`}
      onSubmit={(form) => check(() => prove(String(new FormData(form).get('password'))))}
      answers={
        <>
          <Button kind="primary" type="submit">
            {isChecking ? 'Checking…' : 'Continue'}
          </Button>
          {hasPasskey && <Button onClick={() => check(proveWithPasskey)}>Use a passkey</Button>}
          <CloseButton>Cancel</CloseButton>
        </>
      }
    >
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        problem={problem}
        onValueChange={() => setProblem('')}
      />
    </Question>
  )
}
