const TIMES = [
  'sent_at',
  'remind_at',
  'reminded_at',
  'resent_at',
  'ends_at',
  'opened_at',
  'accepted_at',
  'redeemed_at',
  'closed_at',
]

/** SQL that moves all times of invitations `$1` days back, because the database's clock cannot be moved. */
export const DAYS_PASS = `update invitations set ${TIMES.map((time) => `${time} = ${time} - $1 * interval '1 day'`).join(', ')}`
