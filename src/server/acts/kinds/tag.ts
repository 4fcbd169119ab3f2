import type { ActParams } from '#shared/list/act-requests.ts'
import { recordEvents } from '../../events/record-events.ts'
import { touchEntries } from '../../trust/states.ts'
import { addTag, readTagged, removeTag } from '../store/tag-queries.ts'
import { createValueKind } from './value-kind.ts'

const PREFIX = 'tag:'

export const tag = createValueKind<ActParams<'tag'>, ActParams<'tag'>>({
  facetOf: ({ params }) => PREFIX + params.tag,
  toStored: (params) => params,
  wanted: ({ remove }) => !remove,
  read: (db, ids, { params }) => readTagged(db, { ids, tag: params.tag }),
  async give(tx, { ids, value }, { id, params }) {
    await (value ? addTag : removeTag)(tx, { ids, tag: params.tag })
    await recordEvents(tx, value ? 'tagged' : 'untagged', ids, { act_id: id })
    await touchEntries(tx, ids)
  },
})
