import { site } from '#shared/site/site.ts'
import { button } from './mail-button.ts'
import { type Html, html } from './html.ts'
import { note, paragraph } from './paragraphs.ts'

/** The link to the page that confirms the address, if the person counts for their inviter once they do; otherwise null. */
export type Ask = string | null

/**
 * The button to a person's own place, in every mail about it. With an `ask`, the button that asks the person to confirm
 * comes first.
 */
export function wayBack(placeLink: string, ask: Ask = null): Html {
  const { open, yours } = site().mails.wayBack
  const asked = ask && site().mails.press.friend
  return html`${asked ? html`${paragraph(asked.text)} ${button({ href: ask!, label: asked.button })}` : null}
  ${button({ href: placeLink, label: open })} ${note(yours)}`
}

export function wayBackText(placeLink: string, ask: Ask = null): string {
  const { open, yours } = site().mails.wayBack
  const asked = ask && site().mails.press.friend
  return [...(asked ? [asked.text, `${asked.button}:`, ask!, ''] : []), `${open}:`, placeLink, yours].join('\n')
}
