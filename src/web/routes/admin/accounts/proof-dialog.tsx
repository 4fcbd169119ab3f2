import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { prove } from '../session/sign-in-calls.ts'
import { proveWithPasskey } from '../../../passkeys/calls.ts'
import { answerProofs } from '../../../calls/proof-prompt.ts'
import { canUsePasskeys } from '../../../passkeys/support.ts'
import { ownPasskeysQuery } from './queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Question } from '../../../ui/confirm.tsx'
import { CloseButton } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'

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
    <ProofQuestion
      isOpen={isAsking}
      onOpenChange={(isOpen) => !isOpen && answer(false)}
      onProven={() => answer(true)}
    />
  )
}

type ProofQuestionProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; onProven: () => void }

function ProofQuestion({ isOpen, onOpenChange, onProven }: ProofQuestionProps) {
  const { problem, setProblem, isChecking, check } = useCheck(onProven)
  const { data } = useQuery({ ...ownPasskeysQuery, enabled: isOpen })
  const hasPasskey = canUsePasskeys() && data?.passkeys.some(({ is_usable }) => is_usable)

  return (
    <Question
      isOpen={isOpen}
      onOpenChange={(isOpen) => {
        setProblem('')
        onOpenChange(isOpen)
      }}
      title="Confirm it’s you"
      consequence={`Enter your password${hasPasskey ? ' or use a passkey' : ''} to continue.`}
      onSubmit={(form) => void check(() => prove(String(new FormData(form).get('password'))))}
      answers={
        <>
          <Button kind="primary" type="submit">
            {isChecking ? 'Checking…' : 'Continue'}
          </Button>
          {hasPasskey && <Button onClick={() => void check(proveWithPasskey)}>Use a passkey</Button>}
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
