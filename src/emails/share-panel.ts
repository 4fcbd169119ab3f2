import { mails } from '#site/mails.ts'
import type { ReferralRule } from '#site/referral.ts'
import { referralLink, thankYouPath } from '#shared/paths.ts'
import { shareLinks } from '#shared/share-links.ts'
import { type Html, html } from './html.ts'
import { button } from './mail-button.ts'
import { COLORS, FONTS } from './mail-style.ts'
import { lined, subheading } from './paragraphs.ts'

type Sharing = {
  /** The site's origin. */
  origin: string
  position: number
  referralCode: string
  rule: ReferralRule
}

/** The referral code, the link, and buttons for sharing it. */
export function sharePanel({ origin, position, referralCode, rule }: Sharing): Html {
  const { share } = mails
  const { title, promise } = wordsAt(position, rule)
  const link = referralLink(origin, referralCode)
  const page = origin + thankYouPath({ position, referral_code: referralCode })
  const code = html`<span class="ink" style="color:${COLORS.ink};font:30px/1.3 ${FONTS.code};letter-spacing:.04em"
    >${referralCode}</span
  >`
  const anchor = html`<a
    class="ink"
    href="${link}"
    style="color:${COLORS.ink};font:16px/1.5 ${FONTS.text};text-decoration:underline;overflow-wrap:anywhere"
    >${link}</a
  >`
  return html`${subheading(title)}
    <p class="muted" style="margin:0 0 20px;color:${COLORS.muted}">${promise}</p>
    ${lined([row(share.code, code), row(share.link, anchor)])} ${button({ href: page, label: share.button })}
    <p class="muted" style="margin:0;color:${COLORS.muted}">
      ${share.or}
      <a class="ink" href="${shareLinks.twitter(link)}" style="color:${COLORS.ink};text-decoration:underline"
        >Twitter</a
      >
      &middot;
      <a class="ink" href="${shareLinks.facebook(link)}" style="color:${COLORS.ink};text-decoration:underline"
        >Facebook</a
      >
    </p>`
}

function row(label: string, value: Html): Html {
  return html`<tr>
    <td
      class="line muted"
      style="padding:12px 0;border-bottom:1px solid ${COLORS.line};color:${COLORS.muted};font:14px/1.5 ${FONTS.text}"
    >
      ${label}<br />
      ${value}
    </td>
  </tr>`
}

/** The same in the text version. */
export function shareText({ origin, position, referralCode, rule }: Sharing): string {
  const { share } = mails
  const link = referralLink(origin, referralCode)
  return [
    `${share.code}: ${referralCode}`,
    `${share.link}: ${link}`,
    '',
    wordsAt(position, rule).promise,
    '',
    `${share.on} Twitter: ${shareLinks.twitter(link)}`,
    `${share.on} Facebook: ${shareLinks.facebook(link)}`,
  ].join('\n')
}

function wordsAt(position: number, rule: ReferralRule): { title: string; promise: string } {
  const { first, title, promise } = mails.share
  return position === 1 ? first : { title: title(rule), promise: promise(rule) }
}
