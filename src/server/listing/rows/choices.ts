import { offered } from '#shared/site/offered.ts'
import { StartFailure } from '../../base/start-failure.ts'
import { findValue, type Queryable, type Transaction } from '../../db/query.ts'

/** From 0 on. Permanent: choices that are no longer offered keep theirs. */
export type Slots = { problem: Record<string, number>; goal: Record<string, number> }

/** Each slot is a bit of a JavaScript number, which holds integers of up to 53 bits exactly. */
export const MOST_SLOTS = 50

const SLOTS = `select json_build_object(
    'problem', coalesce(json_object_agg(name, slot) filter (where kind = 'problem'), '{}'),
    'goal', coalesce(json_object_agg(name, slot) filter (where kind = 'goal'), '{}')) as slots
  from choice_slots`

export async function findSlots(db: Queryable) {
  return (await findValue<Slots>(db, SLOTS, []))!
}

function offeredNow(): Record<keyof Slots, readonly string[]> {
  return { problem: offered('problems'), goal: offered('goals') }
}

/** With the counter locked. */
export async function giveSlots(tx: Transaction, known: Slots, choices = offeredNow()): Promise<void> {
  for (const kind of ['problem', 'goal'] as const) {
    const taken = Object.keys(known[kind]).length
    const fresh = choices[kind].filter((name) => !Object.hasOwn(known[kind], name))
    if (taken + fresh.length > MOST_SLOTS) {
      throw new StartFailure(
        `Over time the questionnaire has offered more than ${MOST_SLOTS} different choices for one question. Please use some of the earlier ones again.`,
      )
    }
    await tx.query(
      'insert into choice_slots (kind, slot, name) select $1, $2 + place - 1, name from unnest($3::text[]) with ordinality as t (name, place)',
      [kind, taken, fresh],
    )
  }
}

export function toMask(chosen: readonly string[], slots: Record<string, number>): number {
  const taken = new Set(chosen.filter((name) => Object.hasOwn(slots, name)).map((name) => slots[name]!))
  return [...taken].reduce((mask, slot) => mask + 2 ** slot, 0)
}

export function addMask(counts: number[], mask: number, weight: number): void {
  for (let slot = 0, left = mask; left > 0; slot += 1, left = Math.floor(left / 2)) {
    counts[slot] = (counts[slot] ?? 0) + (left % 2) * weight
  }
}
