import { randomUUIDv7 } from 'node:crypto'
import type { ActParams } from '#shared/list/act-requests.ts'
import type { Filters } from '#shared/list/filters.ts'
import type { Queryable, Transaction } from '../../db/pool.ts'
import { AppError } from '../../base/errors.ts'
import { insertWave, markReady, setCalledBack } from '../../waves/store-wave.ts'
import { readInvitations, readProgress } from '../../waves/invitation-queries.ts'
import { callBack, invite } from '../../waves/invite.ts'
import { readInLine } from '../../waves/seats.ts'
import type { ActKind, Done, Plan, PlannedChange } from '../store/kind.ts'
import { isWaveCalledBack } from '../store/act-queries.ts'

type Asked = ActParams<'wave'>
type Stored = Omit<Asked, 'subject' | 'text'> & { filters: Partial<Filters>; count: number; has_search: boolean }

/** The facet that waves change: the id of an entry's open invitation, or null. */
export const FACET = 'invitation'

export function createWave({ isProductSet }: { isProductSet: () => boolean }): ActKind<Asked, Stored> {
  return {
    facetOf: () => FACET,
    checkSettings() {
      if (!isProductSet()) throw new AppError('no-product')
    },
    toStored: ({ subject: _subject, text: _text, ...asked }, selection) => ({
      ...asked,
      filters: selection.filters as Partial<Filters>,
      count: selection.count!,
      has_search: selection.has_search ?? false,
    }),
    prepare: (tx, _ids, { id, params, asked }) => insertWave(tx, { id, ...params, ...asked }),
    finish: (tx, { id }) => markReady(tx, id),
    begin: (tx, { id }, undoes) => holdWave(tx, undoes ?? id),
    settle: (tx, { id }, undoes) => holdWave(tx, undoes ?? id),
    async plan(db, ids, { id, params }) {
      const progress = await readProgress(db, id)
      let left = params.count - progress.invited
      const line = await readInLine(db, ids, { includesEnded: params.includes_ended })
      return line.map(({ id: entry_id, waits, is_rejected, reason }): Plan => {
        if (is_rejected) return { entry_id, state: 'skipped', reason: 'rejected' }
        if (!waits) return { entry_id, state: 'skipped', reason: 'invited' }
        if (progress.is_called_back) return { entry_id, state: 'skipped', reason: 'wave-over' }
        if (reason !== null) return { entry_id, state: 'skipped', reason }
        left -= 1
        if (left < 0) return { entry_id, state: 'skipped', reason: 'wave-full' }
        return { entry_id, state: 'changed', before: null, after: randomUUIDv7() }
      })
    },
    planUndo: planUndoOfInvitations,
    apply: (tx, changes, { id }) => applyInvitations(tx, changes, id),
  }
}

/** While it is called back, it invites and mails nobody. */
export async function holdWave(tx: Transaction, id: string): Promise<void> {
  await setCalledBack(tx, { id, isCalledBack: await isWaveCalledBack(tx, id) })
}

export async function planUndoOfInvitations(db: Queryable, done: Done[]): Promise<Plan[]> {
  const invitationOf = ({ before, after }: Done) => (after ?? before) as string
  const states = await readInvitations(db, done.map(invitationOf))
  const returning = done.filter(({ after }) => after === null).map(({ entry_id }) => entry_id)
  const line = new Map((await readInLine(db, returning, { includesEnded: true })).map((one) => [one.id, one]))
  return done.flatMap((one): Plan[] => {
    const { entry_id } = one
    const id = invitationOf(one)
    const invitation = states.get(id)
    if (!invitation) return []
    if (one.after !== null) return [planCallBack(entry_id, { id, ...invitation })]
    const free = line.get(entry_id)
    if (invitation.state !== 'called back') return [{ entry_id, state: 'unchanged' }]
    if (invitation.is_wave_over) return [{ entry_id, state: 'skipped', reason: 'wave-over' }]
    if (!free?.waits) return [{ entry_id, state: 'skipped', reason: free?.is_rejected ? 'rejected' : 'invited' }]
    if (free.reason !== null) return [{ entry_id, state: 'skipped', reason: free.reason }]
    return [{ entry_id, state: 'changed', before: null, after: id }]
  })
}

export function planCallBack(
  entry_id: string,
  { id, state, has_left }: { id: string; state: string; has_left: boolean },
): Plan {
  if (state === 'called back' || state === 'dropped') return { entry_id, state: 'unchanged' }
  if (has_left) return { entry_id, state: 'skipped', reason: 'mail-left' }
  return { entry_id, state: 'changed', before: id, after: null }
}

/** Returns the people whose invitation stays because its mail is being sent. */
export async function applyInvitations(tx: Transaction, changes: PlannedChange[], waveId: string): Promise<string[]> {
  const given = changes.filter(({ after }) => after !== null)
  await invite(tx, { waveId, people: given.map(({ entry_id, after }) => ({ id: after as string, entry_id })) })
  const taken = changes.filter(({ after }) => after === null).map(({ before }) => before as string)
  return callBack(tx, taken)
}
