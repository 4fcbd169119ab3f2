const CROWD = { size: 10, seconds: 10 }

/** The seconds that the jobs of a batch wait. While a crowd joins, visitors come before mails and syncs. */
export function delayFor(people: number): number {
  return people >= CROWD.size ? CROWD.seconds : 0
}
