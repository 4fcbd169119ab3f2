import { firstRule } from '#shared/joining/referral.ts'
import { greetingOf } from '../src/emails/greeting.ts'
import { invitationMail, invitationReminderMail } from '../src/emails/invitation-mail.ts'
import { confirmAddressMail, confirmAnswersMail, confirmMail, placeLinkMail } from '../src/emails/link-mails.ts'
import type { ComposedMail } from '../src/emails/mail-frame.ts'
import { openingMail } from '../src/emails/opening-mail.ts'
import { referralMail } from '../src/emails/referral-mail.ts'
import { rewardMail } from '../src/emails/reward-mail.ts'
import { updateMail } from '../src/emails/update-mail.ts'
import { welcomeMail } from '../src/emails/welcome-mail.ts'

type Chosen = Parameters<typeof welcomeMail>[0]['chosen']

const origin = 'https://waitlist.example'
const link = `${origin}/place#p`
const code = { code: 'K7P2-QX9M', origin }
const day = new Date('2026-06-10T09:00:00Z')

/** Each with its kinds of words. */
export function mailsToVisitors(chosen: Chosen): ComposedMail[] {
  const reader = { greeting: greetingOf('Ôé'), unsubscribeLink: `${origin}/unsubscribe?token=x` }
  const place = { ...reader, origin, joinedPosition: 40, referralCode: 'AB12CD', rule: firstRule(), placeLink: link }
  const welcome = { ...place, credited: 0, waits: {}, chosen, bonus: 2, usedReferralCode: 'ZZ99ZZ' }
  const asked = { ...reader, link, code }
  const own = { subject: 'Ýé', text: 'Ôñé' }
  return [
    ...[1, 2, 38].flatMap((position) => [
      welcomeMail({ ...welcome, position, ask: null }),
      welcomeMail({ ...welcome, position, usedReferralCode: null, ask: link }),
    ]),
    ...[1, 3, 10].flatMap((referrals) =>
      [1, 3].map((count) =>
        referralMail({
          ...welcome,
          position: 4,
          referrals,
          waits: { confirm: 2, look: 1, beyond: 3 },
          friends: { count, emails: ['jane@gmail.com', null].slice(0, count) },
          isStill: count === 1,
        }),
      ),
    ),
    confirmMail({ ...asked, keptUntil: day, isReminder: false }),
    confirmMail({ ...asked, keptUntil: day, isReminder: true }),
    confirmAnswersMail(asked),
    confirmAddressMail({ link }),
    placeLinkMail({ ...asked, position: 7, answersLink: link }),
    invitationMail({ ...asked, ...own, days: 7 }),
    invitationReminderMail({ ...asked, endsAt: day }),
    openingMail(link),
    rewardMail({ ...reader, words: 'Ôñé', note: '', code: 'AB12CD', placeLink: link }),
    updateMail({
      words: { ...own, picture: '', picture_alt: '', button_label: '', button_link: '' },
      picture: null,
      values: { first_name: 'Ôé', place: '#7', friends: '3', link, my_place: link },
      unsubscribeLink: link,
    }),
  ]
}
