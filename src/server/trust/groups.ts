import type { Suspect } from './friends.ts'
import type { Norms } from './norms.ts'

/** Fewer friends alike are no group. People come by twos and threes anyway. */
const LEAST = 3
const LEAST_OF_RUSH = 5
/** Times the list's own share of the same answers. */
export const UNUSUAL = 5

/** A rush: friends who follow each other in less than a fifth of the wave's mean gap. */
const RUSH = 1 / 5

/**
 * The friends of a wave who belong together, as far as one can see: all of them, those of one network, those with the
 * same answers if the list has these far less often, and those of one rush. So a farm shows in the middle of many real
 * friends.
 */
export function toGroups(wave: Suspect[], norms: Norms): Suspect[][] {
  const networks = Map.groupBy(wave, ({ friend }) => friend.block)
  networks.delete(null)
  const sheets = Map.groupBy(wave, ({ friend }) => friend.sheet)
  for (const [sheet, { length }] of sheets)
    if (length / wave.length <= UNUSUAL * norms.shareOfSheet(sheet)) sheets.delete(sheet)
  const alike = [...networks.values(), ...sheets.values()].filter(({ length }) => length >= LEAST)
  const rushes = toRushes(wave).filter(({ length }) => length >= LEAST_OF_RUSH)
  return [wave, ...[...alike, ...rushes].filter(({ length }) => length < wave.length)]
}

function toRushes(wave: Suspect[]): Suspect[][] {
  const span = +wave.at(-1)!.friend.at - +wave[0]!.friend.at
  const most = (RUSH * span) / wave.length
  const rushes: Suspect[][] = []
  let last = -Infinity
  for (const suspect of wave) {
    const at = +suspect.friend.at
    if (at - last > most) rushes.push([])
    rushes.at(-1)!.push(suspect)
    last = at
  }
  return rushes
}
