/** The drawings that stand on the chairs of features (web/ui/drawings/tools.tsx). */
export const DRAWINGS = ['scissors', 'comb', 'brush', 'mirror', 'bottle', 'polish'] as const
export type Drawing = (typeof DRAWINGS)[number]
