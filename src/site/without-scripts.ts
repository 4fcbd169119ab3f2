import { brand } from './brand.ts'

/** The notice above a page for browsers without scripts, by the page's name in shared/pages.ts. */
export const withoutScripts = {
  home: 'Joining the waitlist needs JavaScript. Please turn it on and load this page again.',
  contact: `Sending the form needs JavaScript. You can write to ${brand.supportEmail} instead.`,
  form: 'Answering the questions needs JavaScript. Please turn it on and load this page again.',
  thankYou:
    'This page needs JavaScript to show your place and your referral code. Nothing is lost: please turn it on and load this page again.',
  checkInbox: 'We have sent you a mail: open it and go on from there. This page needs JavaScript to say more.',
  confirm: 'Confirming needs JavaScript. Please turn it on and open the link in your mail again.',
  place: 'This page needs JavaScript to show your place. It is safe: please turn it on and open your link again.',
  invitation:
    'Taking your seat needs JavaScript. Your invitation is safe: please turn it on and open the link in your mail again.',
  receipt: 'This page needs JavaScript to show your receipt. Please turn it on and load this page again.',
  admin: 'The dashboard needs JavaScript. Please turn it on and load this page again.',
} as const
