import { Fragment } from 'react'
import { withoutTurns } from '#shared/values/isolated.ts'

/** The longest part of an email, in characters, that fits into every column. */
const SHORT = 20

/** An email that can break before its @. A long part can also break before its dots. */
export function Email({ email }: { email: string }) {
  const parts = withoutTurns(email)
    .split(/(?=@)/)
    .flatMap((part) => (part.length > SHORT ? part.split(/(?=\.)/) : part))
  return (
    <bdi>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}
