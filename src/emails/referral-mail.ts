import { mails } from '#site/mails.ts'
import { html } from './html.ts'
import { type ComposedMail, mailFrame, textFooter } from './mail-frame.ts'
import { COLORS, FONTS } from './mail-style.ts'
import { maskEmail } from './mask-email.ts'
import { sharePanel, shareText } from './share-panel.ts'
import { placeName, ticket } from './ticket.ts'
import { heading } from './welcome-mail.ts'

type Referral = {
  /** The site's origin. */
  origin: string
  /** The place now. */
  position: number
  referralCode: string
  /** Friends so far. */
  referrals: number
  /** Null when the friend has been erased since. */
  friendEmail: string | null
  unsubscribeLink: string
}

/** Tells a referrer who joined, as far as that is theirs to know, and what it did for them. */
export function referralMail({ referrals, friendEmail, unsubscribeLink, ...place }: Referral): ComposedMail {
  const { notification } = mails
  const name = placeName(place.position)
  const subject = notification.subject(name)
  const friend = (friendEmail && maskEmail(friendEmail)) ?? notification.unknownFriend
  const friends = notification.friends.count(referrals)
  const first = place.position === 1 ? notification.first : null
  return {
    subject,
    html: mailFrame({
      subject,
      preview: notification.preview(friends),
      unsubscribeLink,
      body: [
        heading(notification.title),
        html`<p class="ink" style="margin:0 0 24px;color:${COLORS.ink};font:19px/1.55 ${FONTS.text}">
          ${notification.text(friend)}
        </p>`,
        ticket({ position: place.position, before: mails.place.beforeNow }),
        html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:20px">
          <tr>
            <td class="muted" style="color:${COLORS.muted}">${notification.friends.label}</td>
            <td class="ink" align="right" style="color:${COLORS.ink};font:28px/1.2 ${FONTS.display}">
              ${referrals.toLocaleString('en-GB')}
            </td>
          </tr>
        </table>`,
        first === null ? html`` : html`<p class="ink" style="margin:20px 0 0;color:${COLORS.ink}">${first}</p>`,
        sharePanel(place),
      ],
    }),
    text: [
      notification.title,
      notification.text(friend),
      `${mails.place.beforeNow} ${name} ${mails.place.after}. ${notification.friends.label}: ${referrals.toLocaleString('en-GB')}.`,
      ...(first === null ? [] : [first]),
      shareText(place),
      textFooter(unsubscribeLink),
    ].join('\n\n'),
  }
}
