import { several } from '../ui/words.ts'
import type { ReactNode } from 'react'
import type { LaunchDay } from '#shared/list/launch-day.ts'
import { ViewLink } from '../state/use-view.tsx'
import { Gaps } from '../ui/gaps.tsx'
import { Moment } from '../../../ui/time.tsx'

export function Troubles({ day: { mail, product, gaps } }: { day: LaunchDay }) {
  const { problems, paused_until, held_at, failed } = mail
  const hasProblem = gaps.length === 0 && (problems.length > 0 || paused_until !== null)
  const isSilent = product?.answers === false
  if (!hasProblem && !held_at && failed === 0 && !isSilent && gaps.length === 0) return null

  function link(open: 'mail-failed' | null, words: string): ReactNode {
    const change = { view: 'settings/mail', open, wave: null } as const
    return <ViewLink to={change}>{words}</ViewLink>
  }

  return (
    <section aria-labelledby="day-fails" className="trouble day-trouble">
      <h3 id="day-fails" className="panel-title">
        Problems
      </h3>
      <Gaps gaps={gaps} />
      {held_at && (
        <p>This list was restored from a backup. Nothing is sent until you release it. {link(null, 'Release')}</p>
      )}
      {hasProblem && (
        <div>
          <p>
            <strong>The mail server.</strong>{' '}
            {mail.paused_until && (
              <>
                Next attempt at <Moment date={mail.paused_until} as="at" />. Emails are queued until then.{' '}
              </>
            )}
            {link(null, 'Open mail settings')}
          </p>
          <ul>
            {mail.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      {failed > 0 && (
        <p>
          {several(failed, 'email')} couldn’t be sent. {link('mail-failed', failed === 1 ? 'Show it' : 'Show them')}
        </p>
      )}
      {isSilent && (
        <p>
          <strong>Your product isn’t responding.</strong> People who accept keep their spot, and can try again.
        </p>
      )}
    </section>
  )
}
