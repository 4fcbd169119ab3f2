export const DRAWINGS = ['scissors', 'comb', 'brush', 'mirror', 'bottle', 'polish'] as const
export type Drawing = (typeof DRAWINGS)[number]

export function logoPath(hash: string, scale: 1 | 2): string {
  return `/site/logo-${hash}${scale === 2 ? '-2x' : ''}.webp`
}
