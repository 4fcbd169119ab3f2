import { hasMark, type Suspect } from './friends.ts'
import { countBy, type Norms } from './norms.ts'
import { found } from './signals.ts'
import { gapsOf } from './waves.ts'

const HOUR = 60 * 60_000

/** So many friends alike are no chance. */
const FEW = 3
const NETWORK = { least: 5, share: 0.2 }
/** Times the list's own share. */
const UNUSUAL = 5

type Background = { norms: Norms; earlier: Suspect[] }

/** Adds to the friends of a wave who have a mark what speaks against them beside it. */
export function findCircumstances(wave: Suspect[], { norms, earlier }: Background) {
  const marked = wave.filter(hasMark)
  if (marked.length === 0) return
  const blocks = countBy(wave, ({ friend }) => friend.block ?? '')
  const sheets = countBy(wave, ({ friend }) => friend.sheet)
  const times = countBy(wave, ({ friend }) => String(friend.elapsed_ms))
  const isFast = isFasterThanBefore(wave, earlier)
  const isEven = isClockwork(wave)
  for (const { friend, signals } of marked) {
    const alike = blocks.get(friend.block ?? '')!
    if (friend.block !== null && alike >= Math.max(NETWORK.least, NETWORK.share * wave.length))
      signals.push(found('shared-network', { friends: alike }))
    const same = sheets.get(friend.sheet)!
    if (same > FEW && same / wave.length > UNUSUAL * norms.shareOfSheet(friend.sheet))
      signals.push(found('repeated-answers', { friends: same }))
    const asLong = times.get(String(friend.elapsed_ms))!
    if (friend.elapsed_ms !== null && asLong > FEW) signals.push(found('repeated-timing', { friends: asLong }))
    if (isEven) signals.push(found('clockwork', { friends: wave.length }))
    if (isFast) signals.push(found('pace', { friends: wave.length }))
  }
}

const BUSY = { friends: 10, times: 10 }

/** Whether the code's fastest hour of this wave beats its own past by far. */
function isFasterThanBefore(wave: Suspect[], earlier: Suspect[]): boolean {
  const most = mostInAnHour(wave)
  return most >= BUSY.friends && most >= BUSY.times * mostInAnHour(earlier)
}

function mostInAnHour(suspects: Suspect[]): number {
  let most = 0
  let first = 0
  suspects.forEach(({ friend }, index) => {
    while (+friend.at - +suspects[first]!.friend.at > HOUR) first += 1
    most = Math.max(most, index - first + 1)
  })
  return most
}

const EVEN = { friends: 20, variation: 0.5 }

/** Arrivals of people who do not know each other vary as much as their mean; those of a program vary less. */
function isClockwork(wave: Suspect[]): boolean {
  if (wave.length < EVEN.friends) return false
  const gaps = gapsOf(wave.map(({ friend }) => +friend.at))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  if (mean < 1_000) return false
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length
  return Math.sqrt(variance) < EVEN.variation * mean
}
