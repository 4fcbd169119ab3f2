import { type Choice, otherOf, type Question } from '#shared/site/questions.ts'
import { TAKEN_KEYS } from '#shared/list/taken-keys.ts'

/**
 * The questions of a template. Published ones that it lacks are archived after them, and those that it shares come
 * back with their answers. `published`: the keys that people may have answered.
 */
export function withTemplate(
  questions: readonly Question[],
  template: readonly Question[],
  published: ReadonlySet<string>,
): Question[] {
  const taken = questions.map(({ name }) => name)
  const asked = template.map((question) => {
    const former = questions.find(({ name }) => name === question.name && published.has(name))
    if (!former) return question
    // Its key belongs to a question of another kind.
    if (former.kind !== question.kind || otherOf(former) !== otherOf(question)) return renamed(question, taken)
    return withFormerChoices(question, former)
  })
  const names = new Set(asked.map(({ name }) => name))
  const rest = questions.filter(({ name }) => published.has(name) && !names.has(name))
  return [...asked, ...rest.map((question) => ({ ...question, archived: true }))]
}

function renamed(question: Question, taken: string[]): Question {
  const other = otherOf(question)
  return {
    ...question,
    name: keyFor(question.name, taken),
    ...(other !== null && { other: keyFor(other, [...taken, other]) }),
  } as Question
}

function withFormerChoices(question: Question, former: Question): Question {
  if (!('choices' in question) || !('choices' in former)) return question
  const values = question.choices.map(valueOf)
  const gone = former.choices.filter((choice) => !values.includes(valueOf(choice)))
  const archived = gone.map((choice) => ({
    ...(typeof choice === 'string' ? { value: choice, label: choice } : choice),
    archived: true,
  }))
  return { ...question, choices: [...question.choices, ...archived] }
}

function valueOf(choice: Choice): string {
  return typeof choice === 'string' ? choice : choice.value
}

/**
 * A key that a new question may have, made from the words or from the current time. `taken`: the keys of the other
 * questions.
 */
export function keyFor(words: string, taken: string[]): string {
  const folded = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  const key =
    folded
      .replace(/^[_0-9]+/, '')
      .slice(0, 30)
      .replace(/_+$/, '') || `question_${Date.now().toString(36)}`
  return taken.includes(key) || TAKEN_KEYS.has(key) ? `${key}_${Date.now().toString(36)}` : key
}
