import { landing } from '#site/landing.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { WaitingRow } from '../../ui/drawings/waiting-row.tsx'
import { EmailSignup } from './email-signup.tsx'
import { Headline } from './headline.tsx'
import { WaitlistCount } from './waitlist-count.tsx'

/** The queue waits on the floor line, and at its head stands the chair everybody wants. */
export function Hero() {
  return (
    <section className="hero">
      <div className="hero-words">
        <Headline />
        <p className="mt-5 mb-6 max-w-136 text-body text-muted tablet:text-lead">{landing.lead}</p>
        <EmailSignup label="Join the waitlist" />
      </div>
      <div className="hero-floor">
        <WaitingRow className="hero-row" />
        <FirstChair className="hero-chair" />
      </div>
      <WaitlistCount className="hero-count" />
    </section>
  )
}
