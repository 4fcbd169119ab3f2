import type { ShownEntry } from '../state/local-entries.ts'

const PROBLEMS = { bounce: 'mail bounces', complaint: 'called mail spam' }

/** Marks people whom no more mail goes to. */
export function MailBadges({ entry: { mail_problem } }: { entry: ShownEntry }) {
  return <>{mail_problem && <span className="badge">{PROBLEMS[mail_problem]}</span>}</>
}
