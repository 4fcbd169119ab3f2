import type { ShownEntry } from '../state/local-entries.ts'

const PROBLEMS = { bounce: 'mail bounces', complaint: 'called mail spam' }

/** Marks people who get no more mail because of a mail problem. */
export function MailBadges({ entry: { mail_problem } }: { entry: ShownEntry }) {
  return <>{mail_problem && <span className="badge">{PROBLEMS[mail_problem]}</span>}</>
}
