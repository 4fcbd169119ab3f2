import type { ActParams } from '#shared/list/act-requests.ts'
import { addMilestone, endMilestone, readTakenBack, takeBack } from '../../rewards/milestones.ts'
import type { ActKind } from '../store/kind.ts'
import { createValueKind } from './value-kind.ts'

/** Adds a reward for friends. Its undo ends it: what is handed out stays. */
export const milestone: ActKind<ActParams<'milestone'>> = {
  facetOf: ({ id }) => `milestone:${id}`,
  toStored: (params) => params,
  begin: (tx, { id, params }, undoes) =>
    undoes === null ? addMilestone(tx, { id, ...params }) : endMilestone(tx, undoes),
  plan: async () => [],
  planUndo: async () => [],
  apply: async () => [],
}

type TakeBack = ActParams<'take-reward'>

/** Takes a reward back from people who wait for it. */
export const takeReward = createValueKind<TakeBack, TakeBack>({
  facetOf: ({ params }) => `reward:${params.milestone}`,
  toStored: (params) => params,
  wanted: () => true,
  read: (db, ids, { params }) => readTakenBack(db, { ids, ...params }),
  give: (tx, { ids, value }, { params }) => takeBack(tx, { ids, isBack: value, ...params }),
})
