import type { Transaction } from '../db/pool.ts'
import { previewMost } from '../trust/keep-rule.ts'

export async function describeEffects(
  tx: Transaction,
  { before, after }: Record<'before' | 'after', { mostUnproven: number | null }>,
): Promise<string[]> {
  if (before.mostUnproven === after.mostUnproven) return []
  const { stop, start, people, moved } = await previewMost(tx, after.mostUnproven)
  const friends = (count: number, verbs: [one: string, more: string]) =>
    count === 0
      ? []
      : [
          `${counted(count, ['friend', 'friends'])} of ${counted(people, ['person', 'people'])} ${verbs[count === 1 ? 0 : 1]}.`,
        ]
  return [
    ...friends(stop, ['stops counting', 'stop counting']),
    ...friends(start, ['starts counting', 'start counting']),
    ...(stop + start === 0 ? [] : [positions(moved)]),
  ]
}

function positions(moved: number): string {
  return moved === 0 ? 'No position changes.' : `${counted(moved, ['position changes', 'positions change'])}.`
}

function counted(count: number, [one, more]: [string, string]): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : more}`
}
