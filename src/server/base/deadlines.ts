/** In milliseconds. `figures`, `programs`: how long these wait for joins that are not counted yet. */
export type Deadlines = { visitors: number; owner: number; figures: number; programs: number }

/** The browser waits for 30 seconds. */
export const DEADLINES: Deadlines = { visitors: 7_000, owner: 25_000, figures: 300, programs: 400 }
