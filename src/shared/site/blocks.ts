/** Of the first page. `hero` and `ready` have the form: one of them must be on. */
export const BLOCKS = ['hero', 'problem', 'belief', 'film', 'features', 'stories', 'logos', 'answers', 'ready'] as const
export type Block = (typeof BLOCKS)[number]

export const MOST_ITEMS = 12

/** What an owner reads. */
export const BLOCK_NAMES: Record<Block, string> = {
  hero: 'Headline and form',
  problem: 'Problem',
  belief: 'Quote',
  film: 'Film',
  features: 'Features',
  stories: 'Text with picture',
  logos: 'Logos',
  answers: 'Questions and answers',
  ready: 'Ready to join',
}
