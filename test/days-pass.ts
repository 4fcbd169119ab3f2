const TIMES = ['sent_at', 'remind_at', 'reminded_at', 'ends_at', 'opened_at', 'accepted_at', 'redeemed_at', 'closed_at']

/** SQL: moves all invitations that were sent `$1` days into the past. The database's clock cannot be moved. */
export const DAYS_PASS = `update invitations set ${TIMES.map((time) => `${time} = ${time} - $1 * interval '1 day'`).join(', ')}`
