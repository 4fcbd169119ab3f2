import type { ShownEntry } from '../state/local-entries.ts'

const PROBLEMS = { bounce: 'mail bounces', complaint: 'called mail spam' }

/** Marks people who have not confirmed their address, and people whom no more mail goes to. */
export function MailBadges({ entry: { unconfirmed, mail_problem } }: { entry: ShownEntry }) {
  return (
    <>
      {unconfirmed && <span className="badge">not confirmed</span>}{' '}
      {mail_problem && <span className="badge">{PROBLEMS[mail_problem]}</span>}
    </>
  )
}
