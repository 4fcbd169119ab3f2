import { useId } from 'react'
import { isolated } from '#shared/values/isolated.ts'

type ProfileAnswersProps = {
  title: string
  chosen: readonly string[] | null | undefined
  /** The text that the person typed beside Other. */
  other: string | null | undefined
}

/** A person's answer: the choices, and the typed text. Renders nothing if there are neither. */
export function ProfileAnswers({ title, chosen, other }: ProfileAnswersProps) {
  const id = useId()
  const words = other?.trim()
  if (!chosen?.length && !words) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="dialog-title">
        {title}
      </h3>
      <ul className="answers">
        {chosen?.map((choice, index) => (
          <li key={index}>{choice}</li>
        ))}
        {words && <li className="answers-own">“{isolated(words)}”</li>}
      </ul>
    </section>
  )
}
