import { otherOf, STORED_QUESTIONS, WRITTEN } from '#shared/questions.ts'

/** The written answers, each with the label of its question. */
export const WRITTEN_ANSWERS = WRITTEN.map((name) => {
  const question = STORED_QUESTIONS.find((question) => question.name === name || otherOf(question) === name)!
  return { name, title: question.name === name ? question.label : `${question.label}: Other` }
})
