import { randomUUIDv7 } from 'node:crypto'
import type { JoinRequest } from '#shared/join.ts'
import { tidyReferralCode } from '#shared/referral-code.ts'
import type { Slots } from '../listing/choices.ts'
import { drawDistinct } from './draw-code.ts'
import type { Newcomer } from './insert-newcomers.ts'
import type { HoldCause } from '../ledger/hold-causes.ts'
import { toListing } from '../listing/listing.ts'

type Options = { slots: Slots; draw: () => string; mustConfirm: boolean }

/** Makes one newcomer for each email, from its first request. */
export function toNewcomers(requests: JoinRequest[], { slots, draw, mustConfirm }: Options): Newcomer[] {
  const firsts = [...Map.groupBy(requests, ({ email }) => email).values()].map(([first]) => first!)
  const codes = drawDistinct(2 * firsts.length, draw)
  return firsts.map((request, index) =>
    toNewcomer(request, { slots, mustConfirm, code: codes[2 * index]!, spare_code: codes[2 * index + 1]! }),
  )
}

type NewcomerOptions = Pick<Newcomer, 'code' | 'spare_code'> & Pick<Options, 'slots' | 'mustConfirm'>

/** `spare_code` is used if `code` is taken. */
export function toNewcomer(request: JoinRequest, { slots, mustConfirm, ...codes }: NewcomerOptions): Newcomer {
  const { website, used_referral_code, ...person } = request
  // Our page never fills in `website`, so such a request is suspect until the owner has looked.
  const holds: HoldCause[] = [
    ...(website ? ['signals' as const] : []),
    ...(mustConfirm ? ['unconfirmed' as const] : []),
  ]
  const listing = toListing({ ...request, is_referred: false, source: request.utm?.source }, slots)
  return {
    ...person,
    ...codes,
    id: randomUUIDv7(),
    used_referral_code,
    tidied_code: used_referral_code ? tidyReferralCode(used_referral_code) : undefined,
    holds: holds.length > 0 ? holds : null,
    needs_confirmation: mustConfirm,
    search: listing.search,
    business: listing.business,
    industry: listing.industry,
    price: listing.price,
    choices: listing.choices,
    source: listing.source,
    problem_mask: listing.problems,
    goal_mask: listing.goals,
  }
}
