import type { ComposedMail } from './mail-frame.ts'
import { ownerMail } from './owner-mail.ts'

/** Tells an owner that somebody floods the list. */
export function floodMail(): ComposedMail {
  const subject = 'Unusual sign-ups on your waitlist'
  const title = 'Someone may be flooding your waitlist'
  const text =
    'Many sign-ups that look automated came within a short time. Browsers there now solve a small puzzle before they can join, and one network can cause only a quarter of the emails that you allow in an hour. Everyone else joins as usual, and you don’t need to do anything. We send this email once a day at most.'
  return ownerMail({ subject, title, text })
}
