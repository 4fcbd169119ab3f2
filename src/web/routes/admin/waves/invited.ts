/** Whom a new wave is for, if the owner chose them in People. It travels in the history, beside the address. */
export type Invited = { ids: string[] | null; count: number }

/** The state of the history for these people, or for so many whom the filters find. */
export function toInvite(people: string[] | number | null): { invited: Invited } {
  const ids = Array.isArray(people) ? people : null
  return { invited: { ids, count: ids?.length ?? (people as number | null) ?? 1 } }
}

export function readInvited(): Invited | null {
  return (history.state as { invited?: Invited } | null)?.invited ?? null
}
