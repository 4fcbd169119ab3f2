/** Every address of the site, for links in the browser and in mails and for the server's routes. */
export const paths = {
  home: '/',
  contact: '/contact',
  form: '/form',
  thankYou: '/thank-you',
  admin: '/admin',
  api: {
    count: '/api/waitlist/count',
    entries: '/api/waitlist/entries',
    contact: '/api/contact',
    events: '/api/events',
    openapi: '/api/openapi.json',
  },
} as const

/** Where a visitor lands after joining. */
export function thankYouPath({ position, referral_code }: { position: number; referral_code: string }): string {
  return `${paths.thankYou}?${new URLSearchParams({ position: String(position), referral: referral_code })}`
}

/** The address a person shares, on the site's own origin. */
export function referralLink(origin: string, code: string): string {
  return `${origin}${paths.home}?${new URLSearchParams({ ref: code })}`
}
