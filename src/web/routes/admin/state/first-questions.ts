import { isShown } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'

/** The labels of the first version. While a question has its own, the dashboard says the usual words. */
const LABELS = {
  business_name: 'Business name',
  is_solo_provider: 'Solo provider',
  job_industry: 'Industry',
  problems: 'Challenges',
  goals: 'Goals',
  price_range: 'Price range',
}
export type FirstQuestion = keyof typeof LABELS

export function wordsFor(name: FirstQuestion, usual: string): string {
  const question = site().shownQuestions.find((one) => one.name === name)
  return question && question.label !== LABELS[name] ? question.label : usual
}

export function onlyShown<Item extends { question?: FirstQuestion }>(items: readonly Item[]): Item[] {
  return items.filter(({ question }) => question === undefined || isShown(question))
}
