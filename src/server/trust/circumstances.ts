import { SIGNALS } from '#site/trust.ts'
import { isClockwork, sameTime } from './find-alike.ts'
import { hasMark, type Suspect, timeOf } from './friends.ts'
import { UNUSUAL } from './groups.ts'
import { countBy, type Norms } from './norms.ts'
import { found } from './signals.ts'

const HOUR = 60 * 60_000

/** So many friends alike are no chance. */
const FEW = 3
const LEAST_ALIKE = 10
/** How far the gaps between arrivals vary around their mean; between people who do not know each other, by all of it. */
const EVEN = 0.5
const NETWORK = { least: 5, share: 0.2, marked: 3 }
/** Most of those with a mark. */
const MOST = { least: 3, share: 0.6 }

type Background = { norms: Norms; earlier: Suspect[] }

/**
 * Adds to the friends of a wave who have a mark what speaks against them beside it. They are compared with each other:
 * honest friends in the same wave hide nobody, and lose nothing.
 */
export function findCircumstances(wave: Suspect[], { norms, earlier }: Background) {
  const marked = wave.filter(hasMark)
  if (marked.length === 0) return
  const everybodys = countBy(wave, ({ friend }) => friend.block)
  const blocks = countBy(marked, ({ friend }) => friend.block)
  const sheets = countBy(marked, ({ friend }) => friend.sheet)
  const times = countBy(marked, ({ friend }) => friend.elapsed_ms)
  const untimed = marked.filter(({ friend }) => timeOf(friend) === null).length
  const most = Math.max(MOST.least, MOST.share * marked.length)
  const alike = new Set(sameTime(marked))
  const isFast = isFasterThanBefore(marked, earlier)
  const rushed = inRush(marked)
  const isEven = isClockwork(marked, EVEN)
  for (const suspect of marked) {
    const { friend, signals } = suspect
    const all = everybodys.get(friend.block)!
    const isCrowded = blocks.get(friend.block)! >= NETWORK.marked
    const isInCrowd = isCrowded || all >= Math.max(NETWORK.least, NETWORK.share * wave.length)
    const isTogether = friend.block !== null && isInCrowd
    if (isTogether) signals.push(found('shared-network', { friends: all }))
    const same = sheets.get(friend.sheet)!
    if (same >= FEW && same / marked.length > UNUSUAL * norms.shareOfSheet(friend.sheet))
      signals.push(found('repeated-answers', { friends: same }))
    const asLong = friend.elapsed_ms === null ? 0 : times.get(friend.elapsed_ms)!
    const isAlike = alike.size >= Math.max(LEAST_ALIKE, most) && alike.has(suspect)
    if (asLong >= FEW || isAlike)
      signals.push(found('repeated-timing', { friends: Math.max(asLong, isAlike ? alike.size : 0) }))
    if (timeOf(friend) === null && untimed >= most) signals.push(found('untimed', { friends: untimed }))
    if (isEven) signals.push(found('clockwork', { friends: marked.length }))
    // People in one room come together.
    if (rushed.has(suspect)) signals.push({ ...found('pace', { friends: marked.length }), ...RUSH.worth })
    else if (isFast && !isTogether) signals.push(found('pace', { friends: marked.length }))
  }
}

const BUSY = { friends: 10, times: 10 }

/** Whether the friends with a mark came in an hour as often as never before with this code, by far. */
function isFasterThanBefore(marked: Suspect[], earlier: Suspect[]): boolean {
  const most = Math.max(...crowdedness(marked, HOUR))
  return most >= BUSY.friends && most >= BUSY.times * Math.max(0, ...crowdedness(earlier, HOUR))
}

const RUSH = { friends: 20, ms: 10 * 60_000, worth: { points: 2 * SIGNALS.pace.points } }

/** Those who came with many others in ten minutes, for whom the pace says more. */
function inRush(marked: Suspect[]): Set<Suspect> {
  const rushed = new Set<Suspect>()
  let done = 0
  crowdedness(marked, RUSH.ms).forEach((friends, index) => {
    if (friends < RUSH.friends) return
    for (const one of marked.slice(Math.max(done, index - friends + 1), index + 1)) rushed.add(one)
    done = index + 1
  })
  return rushed
}

/** For each of these, in the order of time: how many came up to then in a while, themselves included. */
function crowdedness(suspects: Suspect[], ms: number): number[] {
  let first = 0
  return suspects.map(({ friend }, index) => {
    while (+friend.at - +suspects[first]!.friend.at > ms) first += 1
    return index - first + 1
  })
}
