import type { ActParams } from '#shared/acts.ts'
import { touchEntries } from '../../ledger/touch-entries.ts'
import { addTag, readTagged, removeTag } from '../tag-queries.ts'
import { createValueKind } from './value-kind.ts'

const PREFIX = 'tag:'

/** Adds a tag, or removes it. */
export const tag = createValueKind<ActParams<'tag'>, ActParams<'tag'>>({
  facetOf: ({ params }) => PREFIX + params.tag,
  toStored: (params) => params,
  wanted: ({ remove }) => !remove,
  read: (db, ids, { params }) => readTagged(db, { ids, tag: params.tag }),
  async apply(tx, changes, { params }) {
    const idsOf = (value: boolean) => changes.filter(({ after }) => after === value).map(({ entry_id }) => entry_id)
    await addTag(tx, { ids: idsOf(true), tag: params.tag })
    await removeTag(tx, { ids: idsOf(false), tag: params.tag })
    await touchEntries(
      tx,
      changes.map(({ entry_id }) => entry_id),
    )
  },
})
