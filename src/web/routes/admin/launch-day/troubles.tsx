import type { ReactNode } from 'react'
import type { LaunchDay } from '#shared/list/launch-day.ts'
import type { SectionProps } from '../view/use-view.ts'
import { ViewLink } from '../view/view-link.tsx'
import { Gaps } from '../ui/gaps.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { several } from '../ui/words.ts'

type TroublesProps = { day: LaunchDay } & Pick<SectionProps, 'view' | 'onChange'>

export function Troubles({ day: { mail, product, gaps }, view, onChange }: TroublesProps) {
  const { problems, paused_until, held_at, failed } = mail
  const hasProblem = gaps.length === 0 && (problems.length > 0 || paused_until !== null)
  const isSilent = product?.answers === false
  if (!hasProblem && !held_at && failed === 0 && !isSilent && gaps.length === 0) return null

  function link(open: 'mail-failed' | null, words: string): ReactNode {
    const change = { view: 'settings/mail', open, wave: null } as const
    return (
      <ViewLink view={view} to={change} onChange={onChange}>
        {words}
      </ViewLink>
    )
  }

  return (
    <section aria-labelledby="day-fails" className="trouble day-trouble">
      <h3 id="day-fails" className="panel-title">
        Problems
      </h3>
      <Gaps gaps={gaps} view={view} onChange={onChange} />
      {held_at && (
        <p>This list was restored from a backup. Nothing is sent until you release it. {link(null, 'Release')}</p>
      )}
      {hasProblem && <MailServer mail={mail} link={link(null, 'Open mail settings')} />}
      {failed > 0 && (
        <p>
          {several(failed, 'email')} couldn’t be sent. {link('mail-failed', failed === 1 ? 'Show it' : 'Show them')}
        </p>
      )}
      {isSilent && (
        <p>
          <strong>Your product isn’t responding.</strong> People who accept keep their seat, and can try again.
        </p>
      )}
    </section>
  )
}

function MailServer({ mail: { problems, paused_until }, link }: Pick<LaunchDay, 'mail'> & { link: ReactNode }) {
  return (
    <div>
      <p>
        <strong>The mail server.</strong>{' '}
        {paused_until && (
          <>
            Next attempt at <Moment date={paused_until} as="at" />. Emails are queued until then.{' '}
          </>
        )}
        {link}
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}
