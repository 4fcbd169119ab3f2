import type { ReferralRule } from '#shared/joining/referral-rule.ts'
import { sharingWords } from '#shared/joining/referral.ts'
import { site } from '#shared/site/site.ts'
import { referralLink, thankYouPath } from '#shared/site/paths.ts'
import { shareLinks } from '#shared/joining/share-links.ts'
import { type Html, html } from './html.ts'
import { button } from './mail-button.ts'
import { FONTS, mailColors } from './mail-style.ts'
import { lined, subheading } from './paragraphs.ts'

type Sharing = {
  origin: string
  position: number
  referralCode: string
  rule: ReferralRule
}

export function sharePanel({ origin, position, referralCode, rule }: Sharing): Html {
  const { share } = site().mails
  const { sharing } = site().thankYou
  const { title, promise } = sharingWords(rule, position)
  const link = referralLink(origin, referralCode)
  const page = origin + thankYouPath({ position, referral_code: referralCode })
  const code = html`<span
    class="ink"
    dir="ltr"
    style="color:${mailColors().ink};font:30px/1.3 ${FONTS.code};letter-spacing:.04em"
    >${referralCode}</span
  >`
  const anchor = html`<a
    class="ink"
    dir="ltr"
    href="${link}"
    style="color:${mailColors().ink};font:16px/1.5 ${FONTS.text};text-decoration:underline;overflow-wrap:anywhere"
    >${link}</a
  >`
  return html`${subheading(title)}
    <p class="muted" style="margin:0 0 20px;color:${mailColors().muted}">${promise}</p>
    ${lined([row(sharing.code, code), row(sharing.link, anchor)])} ${button({ href: page, label: share.button })}
    <p class="muted" style="margin:0;color:${mailColors().muted}">
      ${share.or}
      <a class="ink" href="${shareLinks.twitter(link)}" style="color:${mailColors().ink};text-decoration:underline"
        >Twitter</a
      >
      &middot;
      <a class="ink" href="${shareLinks.facebook(link)}" style="color:${mailColors().ink};text-decoration:underline"
        >Facebook</a
      >
    </p>`
}

function row(label: string, value: Html): Html {
  return html`<tr>
    <td
      class="line muted"
      style="padding:12px 0;border-bottom:1px solid ${mailColors().line};color:${mailColors().muted};font:14px/1.5 ${FONTS.text}"
    >
      ${label}<br />
      ${value}
    </td>
  </tr>`
}

export function shareText({ origin, position, referralCode, rule }: Sharing): string {
  const { share } = site().mails
  const { sharing } = site().thankYou
  const link = referralLink(origin, referralCode)
  return [
    `${sharing.code}: ${referralCode}`,
    `${sharing.link}: ${link}`,
    '',
    sharingWords(rule, position).promise,
    '',
    `${share.on} Twitter: ${shareLinks.twitter(link)}`,
    `${share.on} Facebook: ${shareLinks.facebook(link)}`,
  ].join('\n')
}
