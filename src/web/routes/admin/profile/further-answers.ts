import { type AnswerValue, chosenIn, type FurtherAnswers } from '#shared/answers.ts'
import { FURTHER_QUESTIONS, otherOf } from '#shared/questions.ts'

/** An answer to a further question as a profile shows it: `chosen` one below the other, `words` as they were typed. */
export type FurtherAnswer = { title: string; chosen: readonly string[]; words: string | null }

/** What somebody answered in further questions, in their order, and after that what they answered in earlier ones. */
export function listFurtherAnswers(answers: FurtherAnswers | undefined): FurtherAnswer[] {
  const rest = new Map(Object.entries(answers ?? {}))
  const take = (name: string | null) => {
    const answer = name === null ? undefined : rest.get(name)
    if (name !== null) rest.delete(name)
    return answer
  }
  const asked = FURTHER_QUESTIONS.map((question) => {
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

/** The label of a question that is no longer asked is gone: its name says what it was. */
function titleOf(name: string): string {
  return (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')
}

function textOf(answer: AnswerValue | undefined): string | null {
  return typeof answer === 'string' ? answer : null
}
