import { Fragment } from 'react'
import { withoutTurns } from '#shared/values/isolated.ts'

/** Characters that fit into every column. */
const SHORT = 20

/** Breaks before its @, a long part also before its dots. */
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
