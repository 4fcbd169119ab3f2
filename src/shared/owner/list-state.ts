/** `paused`: new people can only ask to be told when it opens. `closed`: they cannot even do that. */
export const LIST_STATES = ['open', 'paused', 'closed'] as const
export type ListState = (typeof LIST_STATES)[number]

/** The setting LIST_STATE: what the list is now, and perhaps what it becomes at a time. */
export type ListPlan = { state: ListState; next: { state: ListState; at: Date } | null }

const PLAN = /^(open|paused|closed)(?:, (open|paused|closed) from (\d{4}-\d\d-\d\dT\d\d:\d\dZ))?$/

/** Reads a plan like `open` or `paused, open from 2027-01-31T09:00Z`; null if it is none. */
export function readPlan(text: string): ListPlan | null {
  const [, state, then, at] = PLAN.exec(text) ?? []
  if (!state) return null
  const next = then ? { state: then as ListState, at: new Date(at!) } : null
  return next && Number.isNaN(next.at.getTime()) ? null : { state: state as ListState, next }
}

export function writePlan({ state, next }: ListPlan): string {
  return next ? `${state}, ${next.state} from ${next.at.toISOString().slice(0, 16)}Z` : state
}

export function stateAt({ state, next }: ListPlan, now: Date): ListState {
  return next && next.at <= now ? next.state : state
}
