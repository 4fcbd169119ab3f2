import { brand } from './brand.ts'

/** The notices of a page for browsers without scripts. */
export const withoutScripts = {
  join: 'Joining the waitlist needs JavaScript. Please turn it on and load this page again.',
  write: `Sending the form needs JavaScript. You can write to ${brand.supportEmail} instead.`,
} as const
