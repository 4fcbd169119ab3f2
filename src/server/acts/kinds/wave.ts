import { randomUUIDv7 } from 'node:crypto'
import type { ActParams } from '#shared/list/act-requests.ts'
import type { Filters } from '#shared/list/filters.ts'
import { AppError } from '../../base/errors.ts'
import { insertWave, markReady, setCalledBack } from '../../waves/store-wave.ts'
import { enqueue } from '../../outbox/rows.ts'
import { callBack, invite, readInvitations, readOpenInvitations, readProgress } from '../../waves/invitations.ts'
import { readResendable, recordResends } from '../../waves/send-off.ts'
import { readInLine } from '../../waves/seats.ts'
import type { Act, ActKind, Done, Plan, PlannedChange } from '../store/kind.ts'
import { isWaveCalledBack } from '../store/act-queries.ts'
import { readLeftOut } from '../../waves/updates/preview-update.ts'
import { beginUpdate, secondsUntilSent } from '../../waves/updates/updates.ts'
import type { Queryable, Transaction } from '../../db/query.ts'

type Asked = ActParams<'wave'>
type Wave = Omit<Asked, 'subject' | 'text' | 'texts'> & {
  filters: Partial<Filters>
  count: number
  has_search: boolean
}

/** The facet that waves change: the id of an entry's open invitation, or null. */
const FACET = 'invitation'

export function createWave(isProductSet: () => boolean): ActKind<Asked, Wave> {
  return {
    facetOf: () => FACET,
    checkSettings() {
      if (!isProductSet()) throw new AppError('no-product')
    },
    toStored: ({ subject: _subject, text: _text, texts: _texts, ...asked }, selection) => ({
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

type NoParams = Record<never, never>
type OfWave = { wave: string | null }

/** A wave that is called back as a whole invites nobody and sends nothing from the moment of the act. */
export const callBackAct: ActKind<NoParams, OfWave> = {
  facetOf: () => FACET,
  toStored: (_asked, { wave = null }) => ({ wave }),
  async plan(db, ids, { params: { wave } }) {
    const open = await readOpenInvitations(db, { ids, waveId: wave })
    return open.map(({ entry_id, is_let_in, ...invitation }) =>
      invitation.id === null
        ? { entry_id, state: 'skipped', reason: is_let_in ? 'accepted' : 'not-invited' }
        : planCallBack(entry_id, { ...invitation, id: invitation.id }),
    )
  },
  planUndo: planUndoOfInvitations,
  apply: (tx, changes, { id }) => applyInvitations(tx, changes, id),
  begin: holdAll,
  settle: holdAll,
}

async function holdAll(tx: Transaction, { params: { wave } }: Act<OfWave>): Promise<void> {
  if (wave !== null) await holdWave(tx, wave)
}

/** While it is called back, it invites and mails nobody. */
async function holdWave(tx: Transaction, id: string): Promise<void> {
  await setCalledBack(tx, { id, isCalledBack: await isWaveCalledBack(tx, id) })
}

async function planUndoOfInvitations(db: Queryable, done: Done[]): Promise<Plan[]> {
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

function planCallBack(
  entry_id: string,
  { id, state, has_left }: { id: string; state: string; has_left: boolean },
): Plan {
  if (state === 'called back' || state === 'dropped') return { entry_id, state: 'unchanged' }
  if (has_left) return { entry_id, state: 'skipped', reason: 'mail-left' }
  return { entry_id, state: 'changed', before: id, after: null }
}

/** Returns the people whose invitation stays because its mail is being sent. */
async function applyInvitations(tx: Transaction, changes: PlannedChange[], waveId: string): Promise<string[]> {
  const given = changes.filter(({ after }) => after !== null)
  await invite(tx, { waveId, people: given.map(({ entry_id, after }) => ({ id: after as string, entry_id })) })
  const taken = changes.filter(({ after }) => after === null).map(({ before }) => before as string)
  return callBack(tx, taken)
}

/** Sends invitations again, with their text and their end. People who have opened theirs get it only if they are selected by their ids. */
export const resend: ActKind<NoParams, OfWave & { also_opened: boolean }> = {
  facetOf: () => 'resent',
  toStored: (_asked, { wave = null, ids }) => ({ wave, also_opened: ids !== undefined }),
  async plan(db, ids, { params: { wave, also_opened } }) {
    const people = await readResendable(db, { ids, waveId: wave, alsoOpened: also_opened })
    return people.map(({ entry_id, id, reason }) =>
      reason === null
        ? { entry_id, state: 'changed', before: null, after: id }
        : { entry_id, state: 'skipped', reason },
    )
  },
  planUndo: null,
  async apply(tx, changes) {
    await recordResends(
      tx,
      changes.map(({ after }) => after as string),
    )
    await enqueue(
      tx,
      'send-invitation',
      changes.map(({ entry_id }) => entry_id),
    )
    return []
  },
}

export const update: ActKind<ActParams<'update'>> = {
  facetOf: ({ id }) => `update:${id}`,
  toStored: ({ version, sends_at }) => ({ version, sends_at }),
  begin: (tx, { id, params }) => beginUpdate(tx, { id, ...params }),
  async plan(db, ids) {
    const people = await readLeftOut(db, ids)
    return people.map(({ id: entry_id, reason }) =>
      reason === null
        ? { entry_id, state: 'changed', before: null, after: 'queued' }
        : { entry_id, state: 'skipped', reason },
    )
  },
  planUndo: null,
  async apply(tx, changes, { id }) {
    const targets = changes.map(({ entry_id }) => ({ subject: entry_id, friend_id: id }))
    await enqueue(tx, 'send-update', targets, { afterSeconds: await secondsUntilSent(tx, id) })
    return []
  },
}
