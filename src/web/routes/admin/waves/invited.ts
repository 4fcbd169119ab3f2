/** Kept in `history.state`, not in the address. */
export type Invited = { ids: string[] | null; count: number }

/** Null counts as one person. */
export function toInvite(people: string[] | number | null): { invited: Invited } {
  const ids = Array.isArray(people) ? people : null
  return { invited: { ids, count: ids?.length ?? (people as number | null) ?? 1 } }
}

export function readInvited(): Invited | null {
  return (history.state as { invited?: Invited } | null)?.invited ?? null
}
