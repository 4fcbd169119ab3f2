import { useEffect } from 'react'
import { Link } from 'wouter'
import { fill } from '#shared/values/language.ts'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'
import { askedSignup } from '../../storage/asked-signup.ts'
import { browserTokenOf } from '../../storage/place-token.ts'
import { currentSignup } from '../../storage/signup.ts'
import { Waiting } from '../../ui/drawings/queue.tsx'
import { forgetAsked, storedDraft } from './draft.ts'
import { furthestStep, stepCount } from './form-answers.ts'

export function ContinueLink() {
  const signup = currentSignup()
  const draft = signup && storedDraft(signup.email)
  const asked = draft ? null : askedSignup()
  const isOver = asked !== null && browserTokenOf(asked.email) !== null
  useEffect(() => {
    // They have confirmed in another tab.
    if (isOver) forgetAsked(asked)
    // Nothing is drawn here, so no space is reserved for it.
    if (!draft && (isOver || !asked)) delete document.documentElement.dataset.begun
  }, [draft, asked, isOver])
  if (asked && !isOver) {
    const { title, text } = site().checkInbox.waiting
    return <Card href={paths.checkInbox} title={title} text={fill(text, { email: asked.email })} share={1} />
  }
  if (!draft) return null
  const { begun } = site().form
  const [step, count] = [furthestStep(draft.answers) + 1, stepCount()]
  const text = fill(begun.text, { step, count, email: draft.email })
  return <Card href={`${paths.form}?step=${step}`} title={begun.title} text={text} share={step / count} />
}

function Card({ href, title, text, share }: { href: string; title: string; text: string; share: number }) {
  return (
    <Link href={href} className="continue">
      <Waiting own className="h-11 shrink-0" />
      <span className="min-w-0">
        <span className="continue-label">{title}</span>{' '}
        <span className="block text-small wrap-anywhere text-muted">{text}</span>
      </span>
      <span className="continue-way" style={{ width: `${share * 100}%` }} />
    </Link>
  )
}
