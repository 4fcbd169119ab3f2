import { useEffect } from 'react'
import { Link } from 'wouter'
import { fill } from '#shared/values/fill.ts'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'
import { askedSignup } from '../../storage/asked-signup.ts'
import { currentSignup } from '../../storage/signup.ts'
import { Comb } from '../../ui/drawings/tools.tsx'
import { WaitingChair } from '../../ui/drawings/waiting-chair.tsx'
import { forgetDraft, storedDraft } from './draft.ts'
import { furthestStep } from './form-answers.ts'

/**
 * For visitors who have left the form: a link to the furthest step that they reached, with a drawing of their chair.
 */
export function ContinueLink() {
  const signup = currentSignup()
  const draft = signup && storedDraft(signup.email)
  useEffect(() => {
    if (draft) return
    // Visitors who left 'Check your inbox' by typing a URL still have the draft of the answers that they sent.
    const asked = askedSignup()
    if (asked) forgetDraft(asked.email)
    // Nothing is drawn here, so no space is reserved for it.
    delete document.documentElement.dataset.begun
  }, [draft])
  if (!draft) return null
  const { begun } = site().form
  const place = furthestStep(draft.answers) + 1
  return (
    <Link href={`${paths.form}?step=${place}`} className="continue">
      <WaitingChair className="h-11 shrink-0">
        <Comb />
      </WaitingChair>
      <span className="min-w-0">
        <span className="continue-label">{begun.title}</span>{' '}
        <span className="block text-small wrap-anywhere text-muted">
          {fill(begun.text, { step: place, count: site().questions.length, email: draft.email })}
        </span>
      </span>
      <span className="continue-way" style={{ width: `${(place / site().questions.length) * 100}%` }} />
    </Link>
  )
}
