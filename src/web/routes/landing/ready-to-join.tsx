import { site } from '#shared/site/site.ts'
import { First } from '../../ui/drawings/queue.tsx'
import { EmailSignup } from './email-signup.tsx'
import { RestForm, restWords } from '../../ui/rest-form.tsx'

export function ReadyToJoin() {
  const { ready, launch } = site().landing
  const isOpen = site().listState === 'open'
  const { title, text } = isOpen ? ready : restWords()
  return (
    <section aria-labelledby="ready" className="section">
      <div className="ticket on-velvet">
        <div className="ready">
          <div className="min-w-0">
            <h2 id="ready" className="text-display">
              {title}
            </h2>
            <p className="mt-4 mb-6 max-w-md text-lead">{text}</p>
            {isOpen ? <EmailSignup label={title} /> : <RestForm id="told-at-end" />}
          </div>
          <First className="ready-chair" />
        </div>
        <p className="ticket-stub">
          <span>{site().brand.name}</span>
          <span>{launch}</span>
        </p>
      </div>
    </section>
  )
}
