/** The longest time from the arrival of a request to its answer, in milliseconds. */
export type Deadlines = { visitors: number; owner: number }

/** Visitors have theirs within eight seconds. The owner's figures may take longer; the browser waits for 30 seconds. */
export const DEADLINES: Deadlines = { visitors: 7_000, owner: 25_000 }
