const CROWD = { size: 10, seconds: 10 }

/** While a crowd joins at once, what is left to do for each of them waits for so many seconds: visitors come first. */
export function patienceFor(people: number): number {
  return people >= CROWD.size ? CROWD.seconds : 0
}
