import { html } from './html.ts'
import { type ComposedMail, heading, mailFrame } from './mail-frame.ts'
import { mailColors } from './mail-style.ts'

/** A mail of one paragraph to an owner. `preview`: what a list of mails shows beside the subject. */
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
