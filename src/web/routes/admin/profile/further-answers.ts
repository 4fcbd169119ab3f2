import { type AnswerValue, chosenIn, type FurtherAnswers } from '#shared/site/answers.ts'
import { furtherQuestions, otherOf } from '#shared/site/questions.ts'

/** The answer to a question that the owner has added: the chosen options, and the typed text. */
export type FurtherAnswer = { title: string; chosen: readonly string[]; words: string | null }

/**
 * A person's answers to the questions that the owner has added, in the order of the questions. Answers to questions
 * that no longer exist come last.
 */
export function listFurtherAnswers(answers: FurtherAnswers | undefined): FurtherAnswer[] {
  const rest = new Map(Object.entries(answers ?? {}))
  const take = (name: string | null) => {
    const answer = name === null ? undefined : rest.get(name)
    if (name !== null) rest.delete(name)
    return answer
  }
  const asked = furtherQuestions().map((question) => {
    const [answer, words] = [take(question.name), take(otherOf(question))]
    const isText = question.kind === 'text'
    return {
      title: question.label,
      chosen: isText ? [] : chosenIn(answer),
      words: textOf(isText ? answer : words),
    }
  })
  const earlier = [...rest].map(([name, answer]) => ({ title: titleOf(name), chosen: chosenIn(answer), words: null }))
  return [...asked, ...earlier].filter(({ chosen, words }) => chosen.length > 0 || words)
}

/** A question that is no longer asked has no label, so this uses its name. */
function titleOf(name: string): string {
  return (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')
}

function textOf(answer: AnswerValue | undefined): string | null {
  return typeof answer === 'string' ? answer : null
}
