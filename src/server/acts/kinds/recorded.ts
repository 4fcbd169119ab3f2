import { randomUUIDv7 } from 'node:crypto'
import type { SettingChange } from '#shared/owner/settings.ts'
import type { RecordPublish } from '../../publishing/publish.ts'
import { guardedLabels, type RecordChange } from '../../settings/save-settings.ts'
import { changeParams, finishAct, insertAct, type NewAct } from '../store/act-queries.ts'
import { aboutNobody, type ActKind } from '../store/kind.ts'
import type { ActParams } from '#shared/list/act-requests.ts'
import type { RuleOfList } from '#shared/joining/referral-rule.ts'
import { AppError } from '../../base/errors.ts'
import { addMilestone, endMilestone } from '../../rewards/milestones.ts'
import { putRule, readOwnersRule } from '../../trust/keep-rule.ts'
import type { RecordExport } from '../../listing/routes.ts'
import type { EraseEntries } from '../../operations/erasing/erase-entries.ts'
import { findLiving } from '../../people/addresses/email-keys.ts'
import { ERASED } from '../store/entry-queries.ts'
import { inTransaction, type Transaction } from '../../db/query.ts'

/** Of what is done when its act is made. Returns the act's id. */
async function recordAct(
  tx: Transaction,
  { selection = {}, ...act }: Omit<NewAct, 'id' | 'selection'> & Partial<Pick<NewAct, 'selection'>>,
): Promise<string> {
  const id = randomUUIDv7()
  await insertAct(tx, { ...act, id, selection })
  await finishAct(tx, { id, state: 'done' })
  return id
}

/** `columns` and `first`: null if not limited. */
export const exporting: ActKind<{ rows: number; columns: string[] | null; first: number | null }> = {
  ...aboutNobody('export'),
  planUndo: null,
}

/** The site has a history in place of an undo. */
export const publishing: ActKind<{ number: number }> = { ...aboutNobody('site'), planUndo: null }

export const recordPublish: RecordPublish = (tx, { number, actor }) =>
  recordAct(tx, { kind: 'publish', params: { number }, facet: 'site', actor })

/** `effects`: in sentences. `left`: of an undo, the settings that it left alone because they have changed since. */
type Settings = { changes: SettingChange[]; effects?: string[]; left?: string[] }

export type TakeBackSettings = (tx: Transaction, made: { undone: string; actId: string }) => Promise<Settings>

/** Only its undo runs through this kind. */
export function createSettingsKind(takeBack: TakeBackSettings): ActKind<Settings> {
  return {
    ...aboutNobody('settings'),
    leadsElsewhere: async (_db, { changes }) => guardedLabels(changes),
    async begin(tx, { id }, undoes) {
      if (undoes === null) return
      await changeParams(tx, { id, params: await takeBack(tx, { undone: undoes, actId: id }) })
    },
  }
}

export const recordSettings: RecordChange = (tx, { changes, effects, actor }) =>
  recordAct(tx, { kind: 'settings', params: { changes, effects }, facet: 'settings', actor })

/** The referral rule holds for everybody. `before`: the rule that the act replaced. Acts of version 1.0 have none. */
export const referralRule: ActKind<RuleOfList & { before?: RuleOfList }> = {
  ...aboutNobody('referral-rule'),
  async begin(tx, { id, params: { before, ...rule } }, undoes) {
    const { number: _number, ...now } = await readOwnersRule(tx)
    if (undoes === null) {
      await changeParams(tx, { id, params: { ...rule, before: now } })
      return putRule(tx, rule)
    }
    const isInForce = rule.places === now.places && rule.cap === now.cap && rule.bonus === now.bonus
    if (!before || !isInForce) throw new AppError('act-final')
    await putRule(tx, before)
  },
}

/** Adds a reward for friends. Its undo ends it: what is handed out stays. */
export const milestone: ActKind<ActParams<'milestone'>> = {
  ...aboutNobody(),
  facetOf: ({ id }) => `milestone:${id}`,
  begin: (tx, { id, params }, undoes) =>
    undoes === null ? addMilestone(tx, { id, ...params }) : endMilestone(tx, undoes),
}

export const recordExport: RecordExport = async (pool, { query, actor }) => {
  const { sort: _sort, order: _order, columns, first = null, q, ids, wave, invitation, ...filters } = query
  const params = { rows: 0, columns: columns?.split(',') ?? null, first }
  const selection = {
    filters,
    has_search: Boolean(q ?? ids),
    ...(wave && { wave }),
    ...(invitation && { invitation }),
  }
  const act = { kind: 'export' as const, params, facet: 'export', selection, actor }
  const id = await inTransaction(pool, (tx) => recordAct(tx, act))
  return (rows) => changeParams(pool, { id, params: { ...params, rows } })
}

export function erase(eraseEntries: EraseEntries): ActKind<Record<never, never>> {
  return {
    facetOf: () => 'erasure',
    toStored: () => ({}),
    plan: async (db, ids) => (await findLiving(db, ids)).map((entry_id) => ({ entry_id, ...ERASED })),
    planUndo: null,
    async apply(tx, changes) {
      const ids = changes.map(({ entry_id }) => entry_id)
      return (await eraseEntries(tx, ids)).busy
    },
  }
}
