export const DRAWINGS = ['scissors', 'comb', 'brush', 'mirror', 'bottle', 'polish'] as const
export type Drawing = (typeof DRAWINGS)[number]
