import type { ActParams } from '#shared/list/act-requests.ts'
import { touchEntries } from '../../ledger/touch-entries.ts'
import { addTag, readTagged, removeTag } from '../store/tag-queries.ts'
import { createValueKind } from './value-kind.ts'

const PREFIX = 'tag:'

/** Adds a tag, or removes it. */
export const tag = createValueKind<ActParams<'tag'>, ActParams<'tag'>>({
  facetOf: ({ params }) => PREFIX + params.tag,
  toStored: (params) => params,
  wanted: ({ remove }) => !remove,
  read: (db, ids, { params }) => readTagged(db, { ids, tag: params.tag }),
  async give(tx, { ids, value }, { params }) {
    await (value ? addTag : removeTag)(tx, { ids, tag: params.tag })
    await touchEntries(tx, ids)
  },
})
