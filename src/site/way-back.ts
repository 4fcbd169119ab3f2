/** On the thank-you page, and for people who come back in the browser that joined. */
export const keptPlace = {
  place: 'Your place',
  notYou: 'Not you?',
  /** After 'Not you?'. */
  forget: {
    title: 'Forget this place on this device?',
    goes: 'Your place in line stays yours. This browser forgets your link, your email and the answers you sent from here.',
    byMail: "To come back, enter your email under Your place and we'll send you a link.",
    noMail:
      "We're not sending emails yet, so we can't send you a link to come back. Copy your private link first if this is your place.",
    confirm: 'Forget it',
    cancel: 'Keep it',
  },
  open: 'See your place',
  /** As opposed to the referral link that people share. */
  privateTitle: 'Only for you',
  keep: 'Copy private link',
  kept: 'Your private link opens your place on any device. Keep it, and do not share it.',
} as const
