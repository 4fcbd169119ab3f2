import type { ComposedMail } from './mail-frame.ts'
import { ownerMail } from './owner-mail.ts'

type SwitchedOff = { name: string; off_because: 'failing' | 'gone' }

const WHY = {
  failing: 'It has failed for five days.',
  gone: 'It answered that it no longer wants any events (410).',
}

/** Tells an owner that an endpoint no longer gets events. */
export function switchedOffMail({ name, off_because }: SwitchedOff): ComposedMail {
  const subject = 'A webhook is switched off'
  const title = `The webhook "${name}" is switched off`
  const text = `${WHY[off_because]} Nothing is sent to it until you switch it on again in Settings, API & webhooks. Events that wait for it are kept.`
  return ownerMail({ subject, title, text })
}
