import { landing } from '#site/landing.ts'
import { FirstChair } from '../../ui/drawings/first-chair.tsx'
import { WaitingRow } from '../../ui/drawings/waiting-row.tsx'
import { EmailSignup } from './email-signup.tsx'
import { TypedWord } from './typed-word.tsx'
import { WaitlistCount } from './waitlist-count.tsx'

/** The queue waits on the floor line, and at its head stands the chair everybody wants. */
export function Hero() {
  return (
    <section className="pb-8">
      <div className="mx-auto w-full max-w-6xl px-5 pt-4 tablet:px-8 tablet:pt-8 desktop:pt-10">
        <p className="mb-4 text-small font-medium text-muted">{landing.launch}</p>
        <h1 className="text-display">
          {landing.headline.before} <TypedWord words={landing.trades} /> {landing.headline.after}
        </h1>
      </div>
      <div className="mx-auto mt-8 grid w-full max-w-6xl items-end px-5 tablet:px-8 desktop:grid-cols-[1fr_21rem]">
        <div>
          <p className="mb-6 max-w-xl text-lead text-muted">{landing.lead}</p>
          <EmailSignup />
        </div>
      </div>
      <div className="mt-10 border-b-2 border-ink">
        <div className="mx-auto flex w-full max-w-6xl items-end justify-between px-5 tablet:px-8">
          <WaitingRow className="h-24 min-w-0 grow gap-x-6 pr-8 text-muted" />
          <FirstChair className="h-56 w-auto shrink-0" />
        </div>
      </div>
      <div className="mx-auto w-full max-w-6xl px-5 tablet:px-8">
        <WaitlistCount />
      </div>
    </section>
  )
}
