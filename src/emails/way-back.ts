import { type Site, site } from '#shared/site/site.ts'
import { button } from './mail-button.ts'
import { type Html, html } from './html.ts'
import { note, paragraph } from './paragraphs.ts'

/** What a press would bring a person, and the link to the page with its button; null for nothing. */
export type Ask = { brings: keyof Site['mails']['press']; link: string } | null

/** The button to a person's own place, in every mail about it, after the one that asks for a press. */
export function wayBack(placeLink: string, ask: Ask = null): Html {
  const { open, yours } = site().mails.wayBack
  const asked = ask && site().mails.press[ask.brings]
  return html`${asked ? html`${paragraph(asked.text)} ${button({ href: ask!.link, label: asked.button })}` : null}
  ${button({ href: placeLink, label: open })} ${note(yours)}`
}

/** The same in the text version. */
export function wayBackText(placeLink: string, ask: Ask = null): string {
  const { open, yours } = site().mails.wayBack
  const asked = ask && site().mails.press[ask.brings]
  return [...(asked ? [asked.text, `${asked.button}:`, ask!.link, ''] : []), `${open}:`, placeLink, yours].join('\n')
}
