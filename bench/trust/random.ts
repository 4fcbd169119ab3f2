/** A pseudo-random generator with a seed (mulberry32). */
export type Chance = ReturnType<typeof createChance>

export function createChance(seed: number) {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const upTo = (limit: number) => Math.floor(next() * limit)
  const pick = <One>(list: readonly One[]): One => list[upTo(list.length)]!
  return {
    next,
    /** A random integer from 0 up to the limit, exclusive. */
    upTo,
    between: (least: number, most: number) => least + upTo(most - least + 1),
    is: (share: number) => next() < share,
    pick,
    /** One of these, with probabilities in proportion to the weights. */
    weighted: <One>(choices: readonly (readonly [One, number])[]): One => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      return (choices.find(([, weight]) => (left -= weight) < 0) ?? choices.at(-1)!)[0]
    },
    /** Some of these, in their order, at least one; the first are the most popular. */
    some: <One>(list: readonly One[], share: number): One[] => {
      const chosen = list.filter((_, index) => next() < share / (1 + index / 6))
      return chosen.length > 0 ? chosen : [pick(list)]
    },
    letters: (count: number, alphabet = 'abcdefghijklmnopqrstuvwxyz') =>
      Array.from({ length: count }, () => alphabet[upTo(alphabet.length)]).join(''),
    /** Log-normal: half of all values are below the median, and few are far above. */
    skewed: (median: number, spread: number) =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())),
    /** The time until the next of independent arrivals (exponential). */
    wait: (mean: number) => -mean * Math.log(1 - next()),
  }
}
