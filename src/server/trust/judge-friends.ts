import { type SignalName, SIGNALS } from '#site/trust.ts'
import { findCircumstances } from './circumstances.ts'
import { findCompany } from './find-company.ts'
import { findAlike } from './find-alike.ts'
import { type Friend, ownSignals, type Suspect } from './friends.ts'
import { toGroups } from './groups.ts'
import { countBy, type Norms } from './norms.ts'
import { found, type FoundSignal } from './signals.ts'
import { toWaves } from './waves.ts'

/**
 * Judges the friends of one referrer together, and backwards: what is found late is held against those who came early
 * in the same wave. Circumstances are told only of friends who have a mark: alone they hold nobody. Returns the signals
 * of each friend; nothing here depends on how often or in what order it is called.
 */
export function judgeFriends(friends: Friend[], norms: Norms): Map<string, FoundSignal[]> {
  const all = friends.toSorted((one, other) => +one.at - +other.at || one.position - other.position)
  const suspects = withPages(
    all.map((friend): Suspect => ({ friend, signals: ownSignals(friend) })),
    norms,
  )
  let before = 0
  for (const wave of toWaves(suspects)) {
    findAlike(wave, norms)
    findCircumstances(wave, { norms, earlier: suspects.slice(0, before) })
    addPattern(wave, norms)
    findCompany(wave, norms)
    before += wave.length
  }
  return new Map(suspects.map(({ friend, signals }) => [friend.id, signals]))
}

/** One form that was opened once and sent so often is a program's. */
const MOST_OF_ONE_PAGE = 3

/** Marks the friends who joined without opening the form, as far as that is unusual on this list. */
function withPages(suspects: Suspect[], { withoutPage }: Norms): Suspect[] {
  const { points } = SIGNALS['no-page']
  const worth = { much: points, little: Math.round(points / 2), nothing: 0 }[withoutPage]
  const uses = countBy(suspects, ({ friend }) => friend.stamp)
  return suspects.map(({ friend, signals }) => {
    const isReused = friend.stamp !== null && uses.get(friend.stamp)! > MOST_OF_ONE_PAGE
    if (friend.opened_at !== null && !isReused) return { friend, signals }
    const mark = isReused ? found('no-page', { sent: uses.get(friend.stamp) }) : { ...found('no-page'), points: worth }
    return { friend, signals: mark.points > 0 ? [...signals, mark] : signals }
  })
}

/** The marks that make a pattern when most friends of a group have one of them. */
const PATTERNS: SignalName[][] = [
  ['no-page'],
  ['alike'],
  ['disposable-domain'],
  ['no-mail-domain'],
  ['random-letters'],
  ['too-fast', 'quick'],
]
/** One friend with a mark is a friend with a mark; so many are a pattern. */
const LEAST_OF_PATTERN = 3
const SHARE_OF_PATTERN = 0.5

/**
 * Finds what half of a group's friends have and hardly anybody else: one mark may be a person's, the same mark on many
 * friends who came together is not, if there is a circumstance beside it: people who block scripts share a mark too. A
 * mark that is usual on the list has no points, or is no pattern.
 */
function addPattern(wave: Suspect[], norms: Norms) {
  for (const group of toGroups(wave, norms)) {
    for (const names of PATTERNS) {
      const [name] = names
      if (name === 'no-page' && norms.withoutPage !== 'much') continue
      const alike = group.filter(({ signals }) => signals.some(({ signal }) => names.includes(signal)))
      if (alike.length < LEAST_OF_PATTERN || alike.length < SHARE_OF_PATTERN * group.length) continue
      const evidence = { pattern: name, friends: alike.length, of: group.length }
      for (const { signals } of alike)
        if (hasCircumstance(signals) && !signals.some(({ signal }) => signal === 'same-pattern'))
          signals.push(found('same-pattern', evidence))
    }
  }
}

function hasCircumstance(signals: FoundSignal[]): boolean {
  return signals.some(({ signal }) => SIGNALS[signal].kind === 'circumstance')
}
