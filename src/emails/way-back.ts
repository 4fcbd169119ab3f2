import { type Site, site } from '#shared/site/site.ts'
import { button } from './mail-button.ts'
import { type Html, html } from './html.ts'
import { note, paragraph } from './paragraphs.ts'

/** The benefit of confirming the address, and the link to the page that confirms it; null if there is no benefit. */
export type Ask = { brings: keyof Site['mails']['press']; link: string } | null

/**
 * The button to a person's own place, in every mail about it. With an `ask`, the button that asks the person to confirm
 * comes first.
 */
export function wayBack(placeLink: string, ask: Ask = null): Html {
  const { open, yours } = site().mails.wayBack
  const asked = ask && site().mails.press[ask.brings]
  return html`${asked ? html`${paragraph(asked.text)} ${button({ href: ask!.link, label: asked.button })}` : null}
  ${button({ href: placeLink, label: open })} ${note(yours)}`
}

/** The text version of `wayBack`. */
export function wayBackText(placeLink: string, ask: Ask = null): string {
  const { open, yours } = site().mails.wayBack
  const asked = ask && site().mails.press[ask.brings]
  return [...(asked ? [asked.text, `${asked.button}:`, ask!.link, ''] : []), `${open}:`, placeLink, yours].join('\n')
}
