import { html } from './html.ts'
import { type ComposedMail, heading, mailFrame } from './mail-frame.ts'
import { mailColors } from './mail-style.ts'

export function ownerMail({
  subject,
  title,
  text,
  preview = text,
}: Record<'subject' | 'title' | 'text', string> & { preview?: string }): ComposedMail {
  return {
    subject,
    html: mailFrame({
      subject,
      preview,
      unsubscribeLink: null,
      body: [heading(title), html`<p class="ink" style="margin:0;color:${mailColors().ink}">${text}</p>`],
    }),
    text: [title, text].join('\n\n'),
  }
}

export function floodMail(): ComposedMail {
  const subject = 'Unusual sign-ups on your waitlist'
  const title = 'Someone may be flooding your waitlist'
  const text =
    'Many sign-ups that look automated came within a short time. Browsers there now solve a small puzzle before they can join, and one network can cause only a quarter of the emails that you allow in an hour. Everyone else joins as usual, and you don’t need to do anything. We send this email once a day at most.'
  return ownerMail({ subject, title, text })
}

export function guardedMail({ by, what }: { by: string; what: string[] }): ComposedMail {
  const subject = 'A security setting of your waitlist changed'
  const title = `${by} changed: ${what.join(', ')}`
  const text =
    'This decides where visitors, their messages or their data go. If it wasn’t you or someone on your team, undo it in Activity and change your password.'
  return ownerMail({ subject, title, text, preview: title })
}

type SwitchedOff = { name: string; off_because: 'failing' | 'gone' }

const WHY = {
  failing: 'It has failed for five days.',
  gone: 'It answered that it no longer wants any events (410).',
}

export function switchedOffMail({ name, off_because }: SwitchedOff): ComposedMail {
  const subject = 'A webhook is switched off'
  const title = `The webhook "${name}" is switched off`
  const text = `${WHY[off_because]} Nothing is sent to it until you switch it on again in Settings, API & webhooks. Events that wait for it are kept.`
  return ownerMail({ subject, title, text })
}

type FewCodes = { words: string; unused: number; waiting: number }

export function rewardCodesMail({ words, unused, waiting }: FewCodes): ComposedMail {
  const subject = unused === 0 ? 'A reward has no codes left' : 'A reward is running out of codes'
  const title = unused === 1 ? `1 code left for “${words}”` : `${unused || 'No'} codes left for “${words}”`
  const wait =
    waiting === 1 ? '1 person has earned it and is waiting.' : `${waiting} people have earned it and are waiting.`
  const text = `${waiting > 0 ? `${wait} ` : ''}Add more codes in Settings, Rewards.`
  return ownerMail({ subject, title, text })
}
