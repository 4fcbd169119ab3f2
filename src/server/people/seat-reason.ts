import { IS_OPTED_OUT } from './addresses/opted-out.ts'

/** A key of SEAT_REASONS, or null. `further`: more branches of the `case`. */
export function seatReason(further: string): string {
  return `case when e.is_seeded then 'seeded'
    when e.is_doubtful then 'doubtful'
    when ${IS_OPTED_OUT} then 'unsubscribed'
    when exists (select from mail_bounces b where b.entry_id = e.id) then 'bounced'
    ${further} end`
}

export const WAITS = `e.state = 'waiting' and not e.is_rejected and e.leaving_at is null and e.erased_at is null`
