import { type Context, hasMark, type Suspect, type Trait, traitsOf } from './friends.ts'
import { countBy, type Norms } from './norms.ts'
import { doHold, found } from './signals.ts'

/** How many friends on either side in time are somebody's company. */
const ASIDE = 15
/** Fewer doubtful friends around somebody say nothing about them. */
const LEAST_DOUBTFUL = 3
/**
 * One trait makes somebody at most so many times more or less likely to belong to the farm: one difference clears more
 * than one likeness suspects.
 */
const MOST_LIKE = 4
const LEAST_LIKE = 1 / 8
/** Honest people rarely have a mark of their own. */
const WITH_MARK = 8
/** The odds from which somebody is held for their company. */
const ODDS = 1.5
const ROUNDS = 3

/**
 * When a farm shows, finds its other members: friends who came among doubtful ones, and in the same way. Each friend's
 * odds are the share of doubtful ones around them, times how much more usual their traits are among the doubtful than on
 * the list; a mark of their own, which honest people rarely have, is such a trait. So honest friends in the same hour stay, as long as something tells them apart.
 */
export function findCompany(wave: Suspect[], norms: Norms) {
  const isDoubtful = wave.map(({ friend, signals }) => !friend.is_accepted && (friend.is_rejected || doHold(signals)))
  if (isDoubtful.filter(Boolean).length < LEAST_DOUBTFUL) return
  const sheets = countBy(wave, ({ friend }) => friend.sheet)
  const networks = countBy(wave, ({ friend }) => friend.block)
  const context: Context = {
    isPlain: norms.isPlain,
    isRepeated: ({ sheet }) => sheets.get(sheet)! > 2,
    isShared: ({ block }) => block !== null && networks.get(block)! > 2,
  }
  const traits = wave.map(({ friend }) => traitsOf(friend, context))
  const seeds = sumsOf(isDoubtful.map(Number))
  const around = wave.map((_, index) => rangeAround(index, wave.length))
  let share = isDoubtful.map(Number)
  for (let round = 0; round < ROUNDS; round += 1) share = weigh(share)
  wave.forEach(({ friend, signals }, index) => {
    if (isDoubtful[index] || friend.is_accepted || share[index] === 0) return
    const { from, to } = around[index]!
    signals.push(found('company', { doubtful: seeds[to]! - seeds[from]!, of: to - from }))
  })

  /** How likely each friend belongs to the farm, from how likely the others do; 0 for those who are not held. */
  function weigh(likely: number[]): number[] {
    const sums = sumsOf(likely)
    const total = sums.at(-1)!
    const counts = new Map<Trait, number>()
    traits.forEach((own, index) => {
      for (const trait of own) counts.set(trait, (counts.get(trait) ?? 0) + likely[index]!)
    })
    return wave.map(({ friend }, index) => {
      if (isDoubtful[index]) return 1
      const { from, to } = around[index]!
      if (friend.is_accepted || seeds[to]! - seeds[from]! < LEAST_DOUBTFUL) return 0
      const near = (sums[to]! - sums[from]! - likely[index]!) / (to - from - 1)
      const likeFarm = traits[index]!.map((trait) => {
        const times = ((counts.get(trait) ?? 0) + 1) / (total + 4) / norms.likelihood(trait)
        return Math.min(MOST_LIKE, Math.max(LEAST_LIKE, times))
      })
      if (hasMark(wave[index]!)) likeFarm.push(WITH_MARK)
      const odds = likeFarm.reduce((product, times) => product * times, near / (1.02 - near))
      return odds < ODDS ? 0 : odds / (1 + odds)
    })
  }
}

/** The sums of the values before each index, and of all of them at the end. */
function sumsOf(values: number[]): number[] {
  const sums = [0]
  for (const value of values) sums.push(sums.at(-1)! + value)
  return sums
}

function rangeAround(index: number, length: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(index - ASIDE, length - 2 * ASIDE - 1))
  return { from, to: Math.min(length, from + 2 * ASIDE + 1) }
}
