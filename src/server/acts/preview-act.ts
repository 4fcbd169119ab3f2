import type { ActMove, ActPreview } from '#shared/list/acts.ts'
import type { ActRequest } from '#shared/list/act-requests.ts'
import { warningOf } from '#shared/list/act-words.ts'
import { requireLevel } from '../listing/log/catch-up.ts'
import { readEmails } from '../people/find-person.ts'
import type { Plan, PlannedChange } from './store/kind.ts'
import type { ActKinds } from './kinds.ts'
import { resolveAct } from './create-act.ts'
import { findRows, inTransaction, type Pool, type Queryable } from '../db/query.ts'

const MOST_EXAMPLES = 20

/** Waits for no lock. */
export async function previewAct(
  { pool, kinds }: { pool: Pool; kinds: ActKinds },
  request: ActRequest,
): Promise<ActPreview> {
  await requireLevel(pool)
  const kind = kinds[request.kind]
  return inTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only')
    const { act, slices } = await resolveAct(tx, kinds, request)
    const { counts, skipped, notes, placesOf, examples, add } = createTally()
    for await (const ids of slices) add(await kind.plan(tx, ids, act), ids.length)
    const emails = await readEmails(
      tx,
      examples.map(({ entry_id }) => entry_id),
    )
    return {
      ...counts,
      skipped: toCounts(skipped),
      notes: toCounts(notes),
      referrers: placesOf.size,
      moves: await readMoves(tx, placesOf),
      examples: examples.map(({ entry_id, before, after }) => ({
        entry: { id: entry_id, email: emails.get(entry_id) ?? null },
        before,
        after,
      })),
      can_undo: kind.planUndo !== null,
      warning: warningOf(request.kind),
    }
  })
}

function createTally() {
  const counts = { total: 0, changed: 0, unchanged: 0 }
  const skipped = new Map<string, number>()
  const notes = new Map<string, number>()
  const placesOf = new Map<string, number>()
  const examples: PlannedChange[] = []
  return { counts, skipped, notes, placesOf, examples, add }

  function add(plans: Plan[], entries: number) {
    counts.total += entries
    if (plans.length < entries) increase(skipped, 'erased', entries - plans.length)
    plans.forEach(count)
  }

  function count(plan: Plan) {
    if (plan.state === 'skipped') return increase(skipped, plan.reason, 1)
    counts[plan.state] += 1
    if (plan.state !== 'changed') return
    if (plan.note) increase(notes, plan.note, 1)
    if (plan.moves) increase(placesOf, plan.moves.referrerId, plan.moves.places)
    if (examples.length < MOST_EXAMPLES) examples.push(plan)
  }
}

function increase(counts: Map<string, number>, key: string, by: number) {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

function toCounts(counts: Map<string, number>) {
  return [...counts].map(([reason, entries]) => ({ reason, entries }))
}

const MOST_SHOWN = 3

/** Or gain or lose most. */
function readMoves(db: Queryable, placesOf: Map<string, number>) {
  return findRows<ActMove>(
    db,
    `select *, (select count(*)::int from waitlist_entries p where p.erased_at is null and not p.is_rejected
         and p.position >= least("from", "to") and p.position <= greatest("from", "to") and p.id <> moves.id) as people
     from (
       select e.id, e.email, e.newest_code as referral_code, t.places, e.position as "from",
         greatest(1, e.joined_position - e.credited_places - t.places) as "to"
       from unnest($1::uuid[], $2::int[]) as t (id, places) join waitlist_entries e using (id)
       where e.erased_at is null) as moves
     order by abs("from" - "to") desc, abs(places) desc, id limit ${MOST_SHOWN}`,
    [[...placesOf.keys()], [...placesOf.values()]],
  )
}
