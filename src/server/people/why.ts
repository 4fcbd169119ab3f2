import { IS_OPTED_OUT } from './addresses/email-keys.ts'

/**
 * Why a friend counts for their inviter, or not yet: `look`, the owner has to look at them; `confirm`, until they press a
 * button in a mail; `beyond`, ten at their domain count already, and the owner has to look at them; `rejected`.
 */
export const WHY = `case when f.counts then 'counted' when f.is_rejected then 'rejected' when f.is_doubtful then 'look'
  when f.confirmed_at is null and f.state <> 'admitted' then 'confirm' else 'beyond' end`

/**
 * SQL: whether nobody has proven the entry `f`, and forms with the codes of several inviters named its address. Where mail
 * is set up it counts for nobody until its person says whose link they used.
 */
export const IS_CONTESTED =
  "(f.rivals is not null and f.confirmed_at is null and f.state <> 'admitted' and not f.is_accepted)"

/** SQL: whether the owner has neither accepted nor rejected the entry `f`. */
export const IS_UNDECIDED = '(not f.is_rejected and not f.is_accepted)'

/** SQL: the ids of the people about whom only the owner can decide: they have a mark, or are beyond a domain's ten. */
export const WAITS_FOR_OWNER = `
  select id from waitlist_entries f where f.is_doubtful and not f.is_rejected and f.erased_at is null
  union select id from waitlist_entries f where f.inviter_id is not null and not f.counts and not f.is_rejected
    and f.erased_at is null and (f.confirmed_at is not null or f.state = 'admitted')
    and exists (select from waitlist_entries r where r.id = f.inviter_id and r.erased_at is null)`

/**
 * SQL: whether the entry `e` joined with another entry's code, whatever the state of that credit. This avoids
 * `exists`, with which PostgreSQL may read all credits.
 */
export const IS_REFERRED = '(e.inviter_id is not null)'

/** A key of SEAT_REASONS, or null. `further`: more branches of the `case`. */
export function seatReason(further: string): string {
  return `case when e.is_seeded then 'seeded'
    when e.is_doubtful then 'doubtful'
    when ${IS_OPTED_OUT} then 'unsubscribed'
    when exists (select from mail_bounces b where b.entry_id = e.id) then 'bounced'
    ${further} end`
}

export const WAITS = `e.state = 'waiting' and not e.is_rejected and e.leaving_at is null and e.erased_at is null`
