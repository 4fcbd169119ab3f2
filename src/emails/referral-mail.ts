import { comma } from '#shared/values/comma.ts'
import { fill, isolated, locale } from '#shared/values/language.ts'
import { milestonesOf, ruleAfter } from '#shared/joining/referral.ts'
import { site } from '#shared/site/site.ts'
import type { ReferralRule } from '#shared/joining/referral-rule.ts'
import { type Html, html } from './html.ts'
import { type ComposedMail, heading, mailFrame, textFooter } from './mail-frame.ts'
import { mailColors, FONTS, sides } from './mail-style.ts'
import { maskEmail } from './mask-email.ts'
import { sharePanel, shareText } from './share-panel.ts'
import { placeName, ticket } from './ticket.ts'
import { wayBack, wayBackText } from './way-back.ts'

type Referral = {
  origin: string
  /** The current position, and the one from which friends move the referrer up. */
  position: number
  joinedPosition: number
  referralCode: string
  rule: ReferralRule
  /** The number of places that friends have brought the referrer so far. */
  credited: number
  referrals: number
  /** The numbers of friends who do not count yet, by why. */
  waits: { confirm?: number | undefined; look?: number | undefined; beyond?: number | undefined }
  /**
   * The friends that this mail is about: their number, and the addresses of the first few, null for an erased friend.
   */
  friends: { count: number; emails: (string | null)[] }
  /** Whether these friends left the position as it was: at #1, or by the rule. */
  isStill: boolean
  placeLink: string
  greeting?: string | null
  unsubscribeLink: string
}

export function referralMail(referral: Referral): ComposedMail {
  const { position, referrals, friends, isStill, unsubscribeLink } = referral
  const { notification } = site().mails
  const subject = fill(isStill ? notification.subjectStill : notification.subject, {
    friends: friends.count,
    place: placeName(position),
  })
  const soFar = fill(notification.friends.count, { count: referrals })
  const news = newsOf(referral)
  return {
    subject,
    html: mailFrame({
      subject,
      preview: fill(notification.preview, { friends: soFar }),
      greeting: referral.greeting,
      unsubscribeLink,
      body: bodyOf(referral, news),
    }),
    text: textOf(referral, news),
  }
}

type News = {
  title: string
  told: string
  milestones: ToldMilestone[]
  more: string[]
  before: string
}

function newsOf({ friends, referrals, waits, isStill, rule, joinedPosition }: Referral): News {
  const { notification, place } = site().mails
  return {
    title: fill(notification.title, { friends: friends.count }),
    told: tell(friends, referrals),
    milestones: tellMilestones(referrals, friends.count, milestonesOf(rule, joinedPosition)),
    more: (['confirm', 'look', 'beyond'] as const).flatMap((why) => {
      const waiting = waits[why] ?? 0
      return waiting > 0 ? [fill(notification.waits[why], { waiting })] : []
    }),
    before: isStill ? place.beforeStill : place.beforeNow,
  }
}

function bodyOf(referral: Referral, { title, told, milestones, more, before }: News): Html[] {
  const { position, referrals, placeLink } = referral
  return [
    heading(title),
    html`<p class="ink" style="margin:0 0 24px;color:${mailColors().ink};font:19px/1.55 ${FONTS.text}">${told}</p>`,
    ticket({ position, before, after: site().thankYou.after }),
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:20px">
      <tr>
        <td class="muted" style="color:${mailColors().muted}">${site().mails.notification.friends.label}</td>
        <td class="ink" align="${sides().end}" style="color:${mailColors().ink};font:28px/1.2 ${FONTS.display}">
          ${referrals.toLocaleString(locale())}
        </td>
      </tr>
    </table>`,
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:12px">
      ${milestones.map(milestoneRow)}
    </table>`,
    ...more.map((words) => html`<p class="muted" style="margin:12px 0 0;color:${mailColors().muted}">${words}</p>`),
    wayBack(placeLink),
    sharePanel(sharingOf(referral)),
  ]
}

function textOf(referral: Referral, { title, told, milestones, more, before }: News): string {
  const { position, referrals, placeLink, unsubscribeLink } = referral
  const { label } = site().mails.notification.friends
  return [
    ...(referral.greeting ? [referral.greeting] : []),
    title,
    told,
    `${before} ${placeName(position)} ${site().thankYou.after}. ${label}: ${referrals.toLocaleString(locale())}.`,
    ...milestones.map((one) => `${one.label}: ${one.reward}.`),
    ...more,
    wayBackText(placeLink),
    shareText(sharingOf(referral)),
    textFooter(unsubscribeLink),
  ].join('\n\n')
}

function sharingOf({ origin, position, referralCode, rule, credited }: Referral) {
  return { origin, position, referralCode, rule: ruleAfter(rule, credited) }
}

/** Names friends by their masked addresses and counts the others. */
function tell({ count, emails }: Referral['friends'], referrals: number): string {
  const { one, several, since, who, whoElse, unknownFriend } = site().mails.notification
  const masked = emails.flatMap((email) => (email && maskEmail(email)) ?? []).map(isolated)
  if (count <= 1) return fill(one, { friend: masked[0] ?? unknownFriend })
  const [names, others] = [masked.join(comma()), count - masked.length]
  const named = others > 0 ? fill(whoElse, { names, others }) : fill(who, { names })
  // If the referrer has more friends than these, an earlier mail was about the others.
  return fill(several, { count, since: referrals > count ? since : '', who: names && named })
}

type ToldMilestone = { label: string; reward: string }

function tellMilestones(
  referrals: number,
  friends: number,
  milestones: ReturnType<typeof milestonesOf>,
): ToldMilestone[] {
  const { reached, next } = site().mails.notification.milestones
  const now = milestones.filter((one) => one.friends <= referrals && one.friends > referrals - friends)
  const coming = milestones.find((one) => one.friends > referrals)
  return [
    ...now.map(({ reward }) => ({ label: reached, reward })),
    ...(coming ? [{ label: fill(next, { friends: coming.friends - referrals }), reward: coming.reward }] : []),
  ]
}

function milestoneRow({ label, reward }: ToldMilestone): Html {
  return html`<tr>
    <td
      class="line muted"
      style="padding:12px 0;border-top:1px solid ${mailColors().line};color:${mailColors().muted};font:14px/1.5 ${FONTS.text}"
    >
      ${label}<br /><span class="ink" style="color:${mailColors().ink};font:400 19px/1.35 ${FONTS.display}"
        >${reward}</span
      >
    </td>
  </tr>`
}
