/** Of the first page, below the one with the headline and the form, which is always there. */
export const BLOCKS = ['problem', 'belief', 'film', 'features', 'stories', 'logos', 'answers', 'ready'] as const
export type Block = (typeof BLOCKS)[number]

export const MOST_ITEMS = 12

/** What an owner reads. */
export const BLOCK_NAMES: Record<Block, string> = {
  problem: 'Problem',
  belief: 'Quote',
  film: 'Film',
  features: 'Features',
  stories: 'Text with picture',
  logos: 'Logos',
  answers: 'Questions and answers',
  ready: 'Ready to join',
}
