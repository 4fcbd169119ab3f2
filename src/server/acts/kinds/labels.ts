import type { ActParams } from '#shared/list/act-requests.ts'
import { recordEvents } from '../../people/events/record-events.ts'
import { readTakenBack, takeBack } from '../../rewards/milestones.ts'
import { touchEntries } from '../../trust/states.ts'
import type { Act, ActKind, Plan } from '../store/kind.ts'
import { livingOf } from '../../people/addresses/email-keys.ts'
import type { Tags } from '#shared/list/acts.ts'
import { findRows, type Queryable, type Transaction } from '../../db/query.ts'

type ValueKind<Params, Stored> = Pick<ActKind<Params, Stored>, 'facetOf' | 'toStored' | 'prepare' | 'finish'> & {
  /** Leaves out erased entries. */
  read: (db: Queryable, ids: string[], act: Act<Stored>) => Promise<Map<string, boolean>>
  wanted?: (params: Stored) => boolean
  give: (tx: Transaction, change: { ids: string[]; value: boolean }, act: Act<Stored>) => Promise<void>
}

/** Gives people something, or takes it from them. */
function valueKind<Params, Stored>({
  read,
  wanted = () => true,
  give,
  ...kind
}: ValueKind<Params, Stored>): ActKind<Params, Stored> {
  return {
    ...kind,
    plan: async (db, ids, act) =>
      [...(await read(db, ids, act))].map(([id, before]) => planOf(id, before, wanted(act.params))),
    planUndo: async (db, done, undo) => {
      const values = await read(
        db,
        done.map(({ entry_id }) => entry_id),
        undo,
      )
      return done.flatMap(({ entry_id, before }) => {
        const value = values.get(entry_id)
        return value === undefined ? [] : planOf(entry_id, value, before as boolean)
      })
    },
    async apply(tx, changes, act) {
      for (const value of [true, false]) {
        const ids = changes.filter(({ after }) => after === value).map(({ entry_id }) => entry_id)
        if (ids.length > 0) await give(tx, { ids, value }, act)
      }
      return []
    },
  }
}

function planOf(entry_id: string, before: boolean, after: boolean): Plan {
  return before === after ? { entry_id, state: 'unchanged' } : { entry_id, state: 'changed', before, after }
}

export const tag = valueKind<ActParams<'tag'>, ActParams<'tag'>>({
  facetOf: ({ params }) => `tag:${params.tag}`,
  toStored: (params) => params,
  wanted: ({ remove }) => !remove,
  read: (db, ids, { params }) => readTagged(db, { ids, tag: params.tag }),
  async give(tx, { ids, value }, { id, params }) {
    await (value ? addTag : removeTag)(tx, { ids, tag: params.tag })
    await recordEvents(tx, value ? 'tagged' : 'untagged', ids, { act_id: id })
    await touchEntries(tx, ids)
  },
})

const NOTE = 'note:'

/** Stored only with the entries, not in the act. Each note is a facet of its own, named after its act. */
export const note = valueKind<ActParams<'note'>, Record<string, never>>({
  facetOf: ({ id }) => NOTE + id,
  toStored: () => ({}),
  prepare: (tx, ids, { id, asked }) => prepareNotes(tx, { ids, actId: id, text: asked.text }),
  finish: (tx, { id }) => dropUnshown(tx, id),
  read: (db, ids, { facet }) => readNoted(db, { ids, actId: facet.slice(NOTE.length) }),
  async give(tx, { ids, value }, { id, facet }) {
    await showNotes(tx, { ids, actId: facet.slice(NOTE.length), isShown: value })
    await recordEvents(tx, value ? 'noted' : 'unnoted', ids, { act_id: id })
  },
})

/** Takes a reward back from people who wait for it. */
export const takeReward = valueKind<ActParams<'take-reward'>, ActParams<'take-reward'>>({
  facetOf: ({ params }) => `reward:${params.milestone}`,
  toStored: (params) => params,
  read: (db, ids, { params }) => readTakenBack(db, { ids, ...params }),
  give: (tx, { ids, value }, { params }) => takeBack(tx, { ids, isBack: value, ...params }),
})

type Noted = { ids: string[]; actId: string }

/** Hidden at first. */
async function prepareNotes(tx: Transaction, { ids, actId, text }: Noted & { text: string }): Promise<void> {
  await tx.query(
    `with living as materialized (${livingOf('select unnest($1::uuid[])')})
     insert into entry_notes (entry_id, act_id, text) select id, $2::uuid, $3 from living`,
    [ids, actId, text],
  )
}

/** The act was stopped, or the person was erased. */
async function dropUnshown(tx: Transaction, actId: string): Promise<void> {
  await tx.query(
    `delete from entry_notes n using act_entries a
     where a.act_id = $1 and n.act_id = a.act_id and n.entry_id = a.entry_id and not is_shown`,
    [actId],
  )
}

/** Erased entries are missing. */
async function readNoted(db: Queryable, { ids, actId }: Noted): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ id: string; is_noted: boolean }>(
    `select id, exists (select from entry_notes where entry_id = id and act_id = $2 and is_shown) as is_noted
     from waitlist_entries where id = any($1) and erased_at is null`,
    [ids, actId],
  )
  return new Map(rows.map(({ id, is_noted }) => [id, is_noted]))
}

async function showNotes(tx: Transaction, { ids, actId, isShown }: Noted & { isShown: boolean }): Promise<void> {
  await tx.query('update entry_notes set is_shown = $3 where entry_id = any($1) and act_id = $2', [ids, actId, isShown])
}

type Tagged = { ids: string[]; tag: string }

/** Erased entries are missing. */
async function readTagged(db: Queryable, { ids, tag }: Tagged): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ id: string; is_tagged: boolean }>(
    `select id, exists (select from entry_tags where entry_id = id and tag = $2) as is_tagged
     from waitlist_entries where id = any($1) and erased_at is null`,
    [ids, tag],
  )
  return new Map(rows.map(({ id, is_tagged }) => [id, is_tagged]))
}

const MOST_TAGS = 200

export function readTags(db: Queryable) {
  return findRows<Tags['tags'][number]>(
    db,
    `select tag, count(*)::int as entries from entry_tags group by tag order by entries desc, tag limit ${MOST_TAGS}`,
  )
}

async function addTag(tx: Transaction, { ids, tag }: Tagged): Promise<void> {
  await tx.query('insert into entry_tags (entry_id, tag) select unnest($1::uuid[]), $2', [ids, tag])
}

/** `by`: the act that imports them. */
export async function addImportedTags(
  tx: Transaction,
  { tags, by }: { tags: { entry_id: string; tag: string }[]; by: string },
): Promise<void> {
  if (tags.length === 0) return
  await tx.query(
    `insert into entry_tags (entry_id, tag, imported_by)
     select entry_id, tag, $2 from json_to_recordset($1) as t (entry_id uuid, tag text)`,
    [JSON.stringify(tags), by],
  )
}

async function removeTag(tx: Transaction, { ids, tag }: Tagged): Promise<void> {
  await tx.query('delete from entry_tags where entry_id = any($1) and tag = $2', [ids, tag])
}

export async function forgetLabels(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query('delete from entry_tags where entry_id = any($1)', [ids])
  await tx.query('delete from entry_notes where entry_id = any($1)', [ids])
}
