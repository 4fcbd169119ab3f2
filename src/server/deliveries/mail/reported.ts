export const REPORTED_AT = 'mail_reported_at'
