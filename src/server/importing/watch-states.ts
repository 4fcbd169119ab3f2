import { isState, statusIn } from './read-status.ts'

const MOST_VALUES = 200

/** By their heading, if they have any value, or by their values. */
export function watchStates({ names, targets }: { names: string[]; targets: (string | null)[] }) {
  const found = new Set<number>()
  const watched = new Map<number, { byName: boolean; seen: Set<string> }>()
  targets.forEach((target, index) => {
    if (target === null) watched.set(index, { byName: statusIn(names[index]!) !== null, seen: new Set() })
  })

  return {
    see(cells: string[]): void {
      for (const [index, { byName, seen }] of watched) {
        const text = cells[index]?.trim() ?? ''
        if (text === '' || seen.has(text)) continue
        if (byName || isState(text)) found.add(index)
        if (found.has(index) || seen.size === MOST_VALUES) watched.delete(index)
        else seen.add(text)
      }
    },
    found: (): number[] => [...found].sort((one, other) => one - other),
  }
}
