import type { EmbedData } from '#shared/joining/embed.ts'
import type { ListState } from '#shared/owner/list-state.ts'
import { site } from '#shared/site/site.ts'
import { paths, referralLink } from '#shared/site/paths.ts'
import { shareLinks } from '#shared/joining/share-links.ts'
import { toCss } from '../rendering/palette.ts'

export function embedData(origin: string, state: ListState): EmbedData {
  const { brand, checkInbox, landing, rest, signUp, thankYou } = site()
  return {
    origin,
    join: `${origin}${paths.join}`,
    frame: `${origin}${paths.embed}`,
    count: `${origin}${paths.api.count}`,
    referral: referralLink(origin, ''),
    share: { Twitter: shareLinks.twitter(''), Facebook: shareLinks.facebook('') },
    words: {
      title: brand.name,
      email: signUp.label,
      button: state === 'paused' ? rest.paused.button : signUp.button,
      joined: landing.joined,
      opens: state === 'paused' ? rest.paused.consent : signUp.opens,
      privacy: 'Privacy',
      privacyLink: `${origin}${paths.privacy}`,
      asked: checkInbox.textAlone,
      before: thankYou.before,
      after: thankYou.after,
      link: thankYou.sharing.link,
      copy: 'Copy the link',
      copied: 'Copied!',
      failed: 'Select the link to copy it',
    },
    lines: state === 'open' ? [] : [rest[state].title, rest[state].text],
    act: state === 'open' ? '' : state === 'paused' ? 'tell' : null,
  }
}

/** Light, dark if the visitor prefers it, and a fixed theme by class. */
export function embedColors(): string {
  const { light, dark, onVelvet } = site().colors
  const of = ({ raised, ink, muted, line, edge, velvet, velvetDeep }: typeof light | typeof dark) =>
    toCss({
      '--raised': raised,
      '--ink': ink,
      '--muted': muted,
      '--line': line,
      '--edge': edge,
      '--velvet': velvet,
      '--deep': velvetDeep,
      '--on': onVelvet.ink,
    })
  return [
    `.card{${of(light)}color-scheme:light}`,
    `@media(prefers-color-scheme:dark){.card{${of(dark)}color-scheme:dark}}`,
    `.card.light{${of(light)}color-scheme:light}`,
    `.card.dark{${of(dark)}color-scheme:dark}`,
  ].join('')
}
