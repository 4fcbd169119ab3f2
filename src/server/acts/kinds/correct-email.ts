import type { ActParams } from '#shared/list/act-requests.ts'
import { findLiving, livingOf } from '../../people/addresses/email-keys.ts'
import { findIdsByEmail } from '../../people/find-person.ts'
import { inviteAgain } from '../../waves/reopen.ts'
import type { ActKind, Done, Plan } from '../store/kind.ts'
import { findRows, instant, type Queryable, type Transaction } from '../../db/query.ts'

/** With the counter locked. */
export type MoveAddress = (
  tx: Transaction,
  move: { entryId: string; to: string; event: 'email corrected' | 'correction undone' },
) => Promise<'done' | 'busy' | 'taken' | 'gone'>

/** The act that gave the person their address; null if no act did. */
type Giver = { act: string | null }

/** The act's row holds no address: `before` and `after` are the id of the act that set it. An undo leaves an address that has changed since, or that somebody else has taken. */
export function correctEmail(moveAddress: MoveAddress): ActKind<ActParams<'correct-email'>, Record<never, never>> {
  return {
    facetOf: () => 'email',
    toStored: () => ({}),
    prepare: (tx, ids, { id, asked }) => prepareCorrections(tx, { ids, actId: id, email: asked.email }),
    finish: (tx, { id }) => dropUnused(tx, id),
    async plan(db, ids, { id, asked }) {
      const corrections = await readCorrections(db, { ids, actId: id, email: asked?.email })
      return corrections.map((correction) => planOf(correction, { act: null }, { act: id }))
    },
    async planUndo(db, done) {
      const plans = await Promise.all(done.map((one) => planToTakeBack(db, one)))
      return plans.flatMap((plan) => plan ?? [])
    },
    async apply(tx, changes) {
      const busy: string[] = []
      for (const { entry_id, before, after } of changes) {
        const given = (after as Giver).act
        const actId = given ?? (before as Giver).act!
        const [correction] = await readCorrections(tx, { ids: [entry_id], actId })
        const to = given === null ? correction!.before! : correction!.email
        const event = given === null ? 'correction undone' : 'email corrected'
        const outcome = await moveAddress(tx, { entryId: entry_id, to, event })
        if (outcome === 'busy') busy.push(entry_id)
        else if (outcome !== 'done') throw new Error(`The address could not be moved: ${outcome}`)
        else {
          if (given !== null) await noteBefore(tx, { entryId: entry_id, actId, email: correction!.now })
          await inviteAgain(tx, entry_id)
        }
      }
      return busy
    },
  }
}

async function planToTakeBack(db: Queryable, { entry_id, before, after }: Done): Promise<Plan | null> {
  const [was, is] = [before as Giver, after as Giver]
  const [correction] = await readCorrections(db, { ids: [entry_id], actId: is.act! })
  if (!correction) {
    const [living] = await findLiving(db, [entry_id])
    return living ? { entry_id, state: 'skipped', reason: 'not-kept' } : null
  }
  if (correction.now !== correction.email) return { entry_id, state: 'skipped', reason: 'changed-since' }
  return planOf({ ...correction, email: correction.before! }, is, was)
}

function planOf({ entry_id, now, email, taken }: Correction, before: Giver, after: Giver): Plan {
  if (now === email) return { entry_id, state: 'unchanged' }
  if (taken.includes(email)) return { entry_id, state: 'skipped', reason: 'taken' }
  return { entry_id, state: 'changed', before, after }
}

/** `before` is null until the correction is made. */
type Correction = {
  entry_id: string
  now: string
  email: string
  before: string | null
  /** By somebody else on the list. */
  taken: string[]
}

type Which = { ids: string[]; actId: string }

async function prepareCorrections(tx: Transaction, { ids, actId, email }: Which & { email: string }): Promise<void> {
  await tx.query(
    `with living as materialized (${livingOf('select unnest($1::uuid[])')})
     insert into email_corrections (entry_id, act_id, email) select id, $2::uuid, $3 from living`,
    [ids, actId, email],
  )
}

/** A preview passes `email`, because no act has stored it yet. */
async function readCorrections(
  db: Queryable,
  { ids, actId, email }: Which & { email?: string | undefined },
): Promise<Correction[]> {
  const { rows } = await db.query<Omit<Correction, 'taken'>>(
    `select e.id as entry_id, e.email as now, coalesce(c.email, $3) as email, c.before
     from waitlist_entries e left join email_corrections c on c.entry_id = e.id and c.act_id = $2
     where e.id = any($1) and e.erased_at is null and coalesce(c.email, $3) is not null`,
    [ids, actId, email ?? null],
  )
  const wantedOf = (row: Omit<Correction, 'taken'>) => [row.email, row.before].filter((one) => one !== null)
  const idOf = await findIdsByEmail(db, rows.flatMap(wantedOf))
  return rows.map((row) => ({
    ...row,
    taken: wantedOf(row).filter((one) => (idOf.get(one) ?? row.entry_id) !== row.entry_id),
  }))
}

/** Also undone ones, oldest first. */
export function listCorrections(db: Queryable, entryId: string) {
  return findRows<{ at: string; from: string; to: string }>(
    db,
    `select ${instant('created_at')} as at, before as "from", email as "to" from email_corrections
     where entry_id = $1 and before is not null order by created_at, act_id`,
    [entryId],
  )
}

async function noteBefore(
  tx: Transaction,
  { entryId, actId, email }: { entryId: string; actId: string; email: string },
): Promise<void> {
  await tx.query('update email_corrections set before = $3 where entry_id = $1 and act_id = $2', [
    entryId,
    actId,
    email,
  ])
}

async function dropUnused(tx: Transaction, actId: string): Promise<void> {
  await tx.query('delete from email_corrections where act_id = $1 and before is null', [actId])
}

export async function forgetCorrections(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from email_corrections where entry_id = any($1)', [ids])
}

export async function dropCorrections(db: Queryable, days: number): Promise<void> {
  await db.query(`delete from email_corrections where created_at < now() - $1 * interval '1 day'`, [days])
}
