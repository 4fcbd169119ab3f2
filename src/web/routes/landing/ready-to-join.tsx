import { landing } from '#site/landing.ts'
import { EmailSignup } from './email-signup.tsx'

export function ReadyToJoin() {
  return (
    <section aria-labelledby="ready" className="mx-auto w-full max-w-6xl px-5 py-16 tablet:px-8 tablet:py-24">
      <div className="grid gap-6 desktop:grid-cols-2 desktop:gap-16">
        <div>
          <h2 id="ready" className="text-heading">
            {landing.ready.title}
          </h2>
          <p className="mt-3 max-w-md text-muted">{landing.ready.text}</p>
        </div>
        <EmailSignup label={landing.ready.title} />
      </div>
    </section>
  )
}
