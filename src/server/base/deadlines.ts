/**
 * The longest time from the arrival of a request to its answer, in milliseconds. `figures`: the time that the owner's
 * figures wait for joins that are not counted yet. `programs`: the time that requests of programs wait for the server's
 * own loop to count joins, before they count them themselves.
 */
export type Deadlines = { visitors: number; owner: number; figures: number; programs: number }

/**
 * Visitors get their answer within eight seconds. The owner's figures may take longer; the browser waits for 30
 * seconds.
 */
export const DEADLINES: Deadlines = { visitors: 7_000, owner: 25_000, figures: 300, programs: 400 }
