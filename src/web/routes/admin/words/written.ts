import { otherOf, everyStoredQuestion, writtenAnswers } from '#shared/site/questions.ts'
import { perSite } from '#shared/site/site.ts'

/** The written answers, each with the label of its question. */
export const labelledAnswers = perSite(() =>
  writtenAnswers().map((name) => {
    const question = everyStoredQuestion().find((question) => question.name === name || otherOf(question) === name)!
    return { name, title: question.name === name ? question.label : `${question.label}: Other` }
  }),
)
