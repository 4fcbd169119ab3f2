import { forgetNotifications } from '../../deliveries/erasing/forget-deliveries.ts'
import type { EraseEntries } from '../../operations/erasing/erase-entries.ts'
import * as rowsOf from '../../joining/importing/rows.ts'
import { addCodes, freeCodes, removeCodes } from '../../joining/codes.ts'
import { readImported, storeImported } from '../../joining/store-others.ts'
import {
  addImportedFriends,
  findInvitersOfOthers,
  findWithImported,
  removeImportedFriends,
  setInviters,
} from '../../trust/imported-friends.ts'
import { lockCounter } from '../../listing/rows/counter.ts'
import { recordEvents } from '../../people/events/record-events.ts'
import { optInImported, optOutImported } from '../../people/opt-outs.ts'
import { findIdsByEmail } from '../../people/find-person.ts'
import { findLiving, findQuietWanting } from '../../people/addresses/email-keys.ts'
import type { ActKind, Done, Plan, PlannedChange } from '../store/kind.ts'
import { touchEntries } from '../../trust/states.ts'
import { findWorkedOn, renameEntries } from '../store/entry-queries.ts'
import { readUndone } from '../store/act-queries.ts'
import { addImportedTags } from './labels.ts'
import type { Transaction } from '../../db/query.ts'

/** `friends_move`: also for friends whom the file only counts and does not name. */
type Params = { rows: number; refused: number; friends_move: boolean }

type Came = 'brought' | 'merged'

/**
 * Adds the people of a file to the list. The rows of the file wait in `import_rows`, in their order, and are removed
 * once they are stored. See docs/decisions/0092-imports.md.
 */
export function importing(eraseEntries: EraseEntries): ActKind<Params> {
  return {
    facetOf: () => 'import',
    toStored: (params) => params,
    pace: { part: 250, rest: 0.7, leastRestMs: 0 },
    finish: (tx, { id }) => rowsOf.dropRows(tx, id),
    plan: (tx, ids, { id }) => planRows(tx as Transaction, ids, id),
    planUndo: (db, done, { id }) => planToTakeBack(db as Transaction, done, id),
    async apply(tx, changes, { id, params }) {
      if (changes[0]!.after === null) return takeBack(tx, changes, await readUndone(tx, id))
      await store(tx, changes, { id, params })
      return []
    },
  }

  async function takeBack(tx: Transaction, changes: PlannedChange[], by: string): Promise<string[]> {
    const ids = changes.map(({ entry_id }) => entry_id)
    const brought = idsOf(changes, ({ before }) => before === 'brought')
    await removeImportedFriends(tx, { ids, by })
    await optInImported(tx, { ids, by })
    await removeCodes(tx, { ids: idsOf(changes, ({ before }) => before === 'merged'), by })
    // It finds the mails by the inviters.
    await forgetNotifications(tx, brought)
    await freeCodes(tx, { ids: brought, by })
    // These people never asked to be erased, so they may be imported or join again, like anybody else.
    return (await eraseEntries(tx, brought, { isRemembered: false })).busy
  }
}

async function planRows(tx: Transaction, ids: string[], actId: string): Promise<Plan[]> {
  const read = await rowsOf.readRows(tx, { actId, ids })
  const idOf = await findIdsByEmail(
    tx,
    read.map(({ email }) => email),
  )
  const unknown = read.filter(({ email }) => !idOf.has(email))
  // People of the list may have got another address since the file was read.
  const moved = new Set(
    await findLiving(
      tx,
      unknown.map(({ entry_id }) => entry_id),
    ),
  )
  for (const { entry_id, email } of unknown) if (moved.has(entry_id)) idOf.set(email, entry_id)
  const joined = read.flatMap(({ entry_id: from, email }) => {
    const to = idOf.get(email)
    return to === undefined || to === from ? [] : { from, to }
  })
  const renamed = new Map((await renameEntries(tx, { actId, entries: joined })).map(({ from, to }) => [from, to]))
  const due = new Set(await rowsOf.renameRows(tx, { actId, renamed: [...renamed].map(([from, to]) => ({ from, to })) }))
  const credited = await findWithImported(tx, [...idOf.values()])
  const wanting = await findQuietWanting(tx, [...idOf.values()])
  return read.map(({ entry_id, email, friends, ...row }): Plan => {
    const known = idOf.get(email)
    if (known === undefined) return { entry_id, state: 'changed', before: null, after: 'brought' satisfies Came }
    // Two lines of the file are about one person now, because that person's address has changed meanwhile.
    if (known !== entry_id && !renamed.has(entry_id)) return { entry_id, state: 'skipped', reason: 'taken' }
    const isNewFor = codesOf(row).length > 0 || (friends > 0 && !credited.has(known)) || due.has(known)
    if (!isNewFor && !(row.data.is_opted_out && wanting.has(known))) return { entry_id: known, state: 'unchanged' }
    return { entry_id: known, state: 'changed', before: null, after: 'merged' satisfies Came }
  })
}

async function planToTakeBack(tx: Transaction, done: Done[], undo: string): Promise<Plan[]> {
  const by = await readUndone(tx, undo)
  const ids = done.map(({ entry_id }) => entry_id)
  const found = await readImported(tx, { ids, by })
  const referrers = await findInvitersOfOthers(tx, { ids, by })
  const worked = await findWorkedOn(tx, ids)
  return done.flatMap(({ entry_id, after: came }): Plan[] => {
    const now = found.get(entry_id)
    if (!now) return []
    const stays = now.hasCome || referrers.has(entry_id) || worked.has(entry_id)
    if (came === 'brought' && stays) return [{ entry_id, state: 'skipped', reason: 'changed-since' }]
    return [{ entry_id, state: 'changed', before: came, after: null }]
  })
}

async function store(
  tx: Transaction,
  changes: PlannedChange[],
  { id, params }: { id: string; params: Params },
): Promise<void> {
  const ids = changes.map(({ entry_id }) => entry_id)
  const brought = new Set(idsOf(changes, ({ after }) => after === 'brought'))
  const rows = await rowsOf.readRows(tx, { actId: id, ids })
  const people = rows.flatMap(({ entry_id, email, referrer_code, ...row }) => {
    const { created_at, utm, answers, full_name, language } = row.data
    const facts = { used_referral_code: referrer_code, created_at, utm, answers, full_name: full_name ?? '', language }
    return brought.has(entry_id) ? { id: entry_id, email, code: codesOf(row)[0] ?? null, ...facts } : []
  })
  await lockCounter(tx)
  await storeImported(tx, people, { by: id })
  const fresh = rows.filter(({ entry_id }) => brought.has(entry_id))
  const tags = fresh.flatMap(({ entry_id, data }) => (data.tags ?? []).map((tag) => ({ entry_id, tag })))
  await addImportedTags(tx, { tags, by: id })
  await recordEvents(tx, 'tagged', [...new Set(tags.map(({ entry_id }) => entry_id))], { act_id: id })
  const codes = rows.flatMap(({ entry_id, ...row }) =>
    codesOf(row)
      .slice(brought.has(entry_id) ? 1 : 0)
      .map((code) => ({ id: entry_id, code })),
  )
  await addCodes(tx, { codes, by: id })
  const unsubscribed = rows.flatMap(({ entry_id, data }) => (data.is_opted_out ? entry_id : []))
  await optOutImported(tx, { ids: [...(await findQuietWanting(tx, unsubscribed))], by: id })
  const imported = rows.flatMap(({ entry_id, friends }) => (friends === 0 ? [] : { entry_id, friends }))
  await addImportedFriends(tx, { imported, moves: params.friends_move, by: id })
  await rowsOf.settleRows(tx, { actId: id, ids })
  await creditNamed(tx, id, ids)
}

async function creditNamed(tx: Transaction, actId: string, ids: string[]): Promise<void> {
  const earlier = await findLiving(tx, await rowsOf.readReferrers(tx, { actId, ids }))
  const due = await rowsOf.takeCredits(tx, { actId, referrers: [...ids, ...earlier] })
  const friends = await setInviters(
    tx,
    due.map(({ friend_id, referrer_id }) => ({ friend_id, inviter_id: referrer_id })),
  )
  await recordEvents(tx, 'changed', friends)
  await touchEntries(tx, friends)
}

function codesOf({ code, data: { codes = [] } }: Pick<rowsOf.ImportRow, 'code' | 'data'>): string[] {
  return code === null ? codes : [code, ...codes]
}

function idsOf(changes: PlannedChange[], which: (change: PlannedChange) => boolean): string[] {
  return changes.filter(which).map(({ entry_id }) => entry_id)
}
