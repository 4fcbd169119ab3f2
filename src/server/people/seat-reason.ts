import { IS_OPTED_OUT } from './addresses/opted-out.ts'

/**
 * SQL: why the person of the entry `e`, who waits, cannot be invited, as a key of SEAT_REASONS; null if they can.
 * `further` is SQL of the reasons that other folders know, as further branches of the `case`.
 */
export function seatReason(further: string): string {
  return `case when e.is_seeded then 'seeded'
    when e.is_doubtful then 'doubtful'
    when ${IS_OPTED_OUT} then 'unsubscribed'
    when exists (select from mail_bounces b where b.entry_id = e.id) then 'bounced'
    ${further} end`
}

/** SQL: whether the entry `e` is of somebody who waits, whether or not they can be invited. */
export const WAITS = `e.state = 'waiting' and not e.is_rejected and e.leaving_at is null and e.erased_at is null`
