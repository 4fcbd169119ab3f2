/** The key under which the time of the last report of the mail service is stored. */
export const REPORTED_AT = 'mail_reported_at'
