import { site } from '#shared/site.ts'
import { button } from './mail-button.ts'
import { type Html, html } from './html.ts'
import { note } from './paragraphs.ts'

/** The button to a person's own place, in every mail about it. */
export function wayBack(placeLink: string): Html {
  const { open, yours } = site().mails.wayBack
  return html`${button({ href: placeLink, label: open })} ${note(yours)}`
}

/** The same in the text version. */
export function wayBackText(placeLink: string): string {
  const { open, yours } = site().mails.wayBack
  return [`${open}:`, placeLink, yours].join('\n')
}
