import type { ComposedMail } from './mail-frame.ts'
import { ownerMail } from './owner-mail.ts'

/** Tells an owner that somebody changed where people or their data go. */
export function guardedMail({ by, what }: { by: string; what: string[] }): ComposedMail {
  const subject = 'A security setting of your waitlist changed'
  const title = `${by} changed: ${what.join(', ')}`
  const text =
    'This decides where visitors, their messages or their data go. If it wasn’t you or someone on your team, undo it in Activity and change your password.'
  return ownerMail({ subject, title, text, preview: title })
}
