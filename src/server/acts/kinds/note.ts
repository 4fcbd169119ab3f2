import type { ActParams } from '#shared/list/act-requests.ts'
import { recordEvents } from '../../events/record-events.ts'
import { dropUnshown, prepareNotes, readNoted, showNotes } from '../store/note-queries.ts'
import { createValueKind } from './value-kind.ts'

const PREFIX = 'note:'

/** Stored only with the entries, not in the act. Each note is a facet of its own, named after its act. */
export const note = createValueKind<ActParams<'note'>, Record<string, never>>({
  facetOf: ({ id }) => PREFIX + id,
  toStored: () => ({}),
  prepare: (tx, ids, { id, asked }) => prepareNotes(tx, { ids, actId: id, text: asked.text }),
  finish: (tx, { id }) => dropUnshown(tx, id),
  wanted: () => true,
  read: (db, ids, { facet }) => readNoted(db, { ids, actId: actOf(facet) }),
  async give(tx, { ids, value }, { id, facet }) {
    await showNotes(tx, { ids, actId: actOf(facet), isShown: value })
    await recordEvents(tx, value ? 'noted' : 'unnoted', ids, { act_id: id })
  },
})

function actOf(facet: string): string {
  return facet.slice(PREFIX.length)
}
