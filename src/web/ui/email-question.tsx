import { site } from '#shared/site/site.ts'
import { fill, isolated } from '#shared/values/language.ts'
import { meantEmail } from '#shared/values/email.ts'
import { buttonStyle } from './button.ts'

export function EmailQuestion({ email, onYes }: { email: string; onYes: (meant: string) => void }) {
  const meant = meantEmail(email)
  if (meant === null) return null
  const words = site().signUp.meant
  return (
    <p role="alert" className="mt-2 flex flex-wrap items-center gap-x-2 text-small">
      <span className="wrap-anywhere">{fill(words.question, { email: isolated(meant) })}</span>
      <button type="button" onClick={() => onYes(meant)} className={buttonStyle('bare', '-my-2.5')}>
        {words.yes}
      </button>
    </p>
  )
}
