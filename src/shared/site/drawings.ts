import type { TemplateName } from './template-names.ts'

/** Small drawings, which stand on the seats of the queue. */
const OF_TEMPLATE = {
  shop: ['loaf', 'cake', 'cup', 'bag', 'box', 'flower'],
  app: ['phone', 'chat', 'bulb', 'heart', 'star'],
  b2b: ['laptop', 'chart', 'envelope', 'calendar', 'clock'],
  beauty: ['scissors', 'comb', 'brush', 'mirror', 'bottle', 'polish'],
} as const satisfies Record<TemplateName, readonly string[]>
export type Drawing = (typeof OF_TEMPLATE)[TemplateName][number]
export const DRAWINGS: readonly Drawing[] = Object.values(OF_TEMPLATE).flat()

/** Those of the template first. */
export function drawingsFor(template: TemplateName): readonly Drawing[] {
  return [...new Set<Drawing>([...OF_TEMPLATE[template], ...DRAWINGS])]
}

/** Large ones, beside the problem and the quote. */
export const SCENES = ['none', 'pen', 'rolling-pin', 'wall-clock', 'shears'] as const
export type Scene = (typeof SCENES)[number]

/** What the first in line gets, and what the others wait on. */
export const QUEUES = ['door', 'counter', 'chair'] as const
export type Queue = (typeof QUEUES)[number]

export function logoPath(hash: string, scale: 1 | 2): string {
  return `/site/logo-${hash}${scale === 2 ? '-2x' : ''}.webp`
}
