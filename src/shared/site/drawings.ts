/** Small drawings, which stand on the seats of the queue. */
export const DRAWINGS = [
  'scissors',
  'comb',
  'brush',
  'mirror',
  'bottle',
  'polish',
  'loaf',
  'cake',
  'cup',
  'bag',
  'box',
  'flower',
  'phone',
  'chat',
  'bulb',
  'heart',
  'star',
  'laptop',
  'chart',
  'envelope',
  'calendar',
  'clock',
] as const
export type Drawing = (typeof DRAWINGS)[number]

/** Large ones, beside the problem and the quote. */
export const SCENES = ['none', 'wall-clock', 'shears', 'pen', 'rolling-pin'] as const
export type Scene = (typeof SCENES)[number]

/** What the first in line gets, and what the others wait on. */
export const QUEUES = ['chair', 'counter', 'door'] as const
export type Queue = (typeof QUEUES)[number]

export function logoPath(hash: string, scale: 1 | 2): string {
  return `/site/logo-${hash}${scale === 2 ? '-2x' : ''}.webp`
}
