import { IS_OPTED_OUT } from './addresses/opted-out.ts'

/**
 * SQL: the reason why the waiting person of the entry `e` cannot be invited, as a key of SEAT_REASONS; null if they
 * can. `further` is SQL of more branches of the `case`, for reasons that only the callers know.
 */
export function seatReason(further: string): string {
  return `case when e.is_seeded then 'seeded'
    when e.is_doubtful then 'doubtful'
    when ${IS_OPTED_OUT} then 'unsubscribed'
    when exists (select from mail_bounces b where b.entry_id = e.id) then 'bounced'
    ${further} end`
}

/** SQL: whether the person of the entry `e` waits, even if they cannot be invited. */
export const WAITS = `e.state = 'waiting' and not e.is_rejected and e.leaving_at is null and e.erased_at is null`
