import type { ShownEntry } from '../state/local-entries.ts'

export function LocalBadge() {
  return <span className="badge">only in this browser</span>
}

const PROBLEMS = { bounce: 'emails bounce', complaint: 'reported as spam' }

export function MailBadges({ entry: { mail_problem } }: { entry: ShownEntry }) {
  return <>{mail_problem && <span className="badge">{PROBLEMS[mail_problem]}</span>}</>
}

/** Marks answers that may be somebody else's: anybody can type another person's email. */
export function UnprovenBadge() {
  return <span className="badge">not proven</span>
}

/** Shown in place of a figure that could not be loaded, because a zero would be wrong. */
export function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not known</span>
    </>
  )
}
