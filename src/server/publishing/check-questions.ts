import { TAKEN_KEYS } from '#shared/list/taken-keys.ts'
import { choicesOf, OTHER, type Question } from '#shared/site/questions.ts'
import { MOST } from '#shared/site/typed-answers.ts'
import type { SiteProblem } from '#shared/site/site-editing.ts'
import { isStorable, MAX_LENGTH } from '#shared/values/text.ts'

const MOST_QUESTIONS = 20
const MOST_CHOICES = 40
/** They are counted as bits of one number, see `MOST_SLOTS`. */
const MOST_COUNTED = 50
const KEY = /^[a-z][a-z0-9_]{0,39}$/
const KINDS = ['text', 'number', 'date', 'link', 'yes-no', 'one', 'many']

/** `former`: of the newest version, archived ones too. */
export function checkQuestions(questions: readonly Question[], former: readonly Question[]): SiteProblem[] {
  const asked = questions.filter(({ archived }) => !archived)
  const names = questions.flatMap((question) => [question.name, otherNameOf(question)])
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) !== index)
  const gone = former.find(({ name }) => !questions.some((question) => question.name === name))
  return [
    ...(asked.length > MOST_QUESTIONS
      ? [at([], `are ${asked.length}. Nobody answers more than ${MOST_QUESTIONS}`)]
      : []),
    ...(twice === undefined ? [] : [at([], `have the key ${twice} twice`)]),
    ...(gone === undefined ? [] : [at([], `lack ${gone.name}, which people have been asked. Archive it instead`)]),
    ...questions.flatMap((question, index) =>
      checkQuestion(question, { index, former: former.find(({ name }) => name === question.name) }),
    ),
  ]
}

type Context = { index: number; former: Question | undefined }

function checkQuestion(question: Question, { index, former }: Context): SiteProblem[] {
  const here = (name: string, sentence: string) => at([index, name], sentence)
  const problems: SiteProblem[] = []
  const isKey = (key: string) => KEY.test(key) && (former !== undefined || !TAKEN_KEYS.has(key))
  if (!isKey(question.name)) problems.push(here('name', 'cannot be a key'))
  const other = otherNameOf(question)
  if (other && !former && !isKey(other)) problems.push(here('other', 'cannot be a key'))
  if (!KINDS.includes(question.kind)) return [...problems, here('kind', `must be one of ${KINDS.join(', ')}`)]
  const hasChoices = question.kind === 'one' || question.kind === 'many'
  if (hasChoices !== 'choices' in question)
    problems.push(here('choices', hasChoices ? 'are missing' : 'are only for questions with choices'))
  if (former && former.kind !== question.kind) problems.push(here('kind', 'cannot change: people have answered it'))
  if (former && otherNameOf(former) !== other) problems.push(here('other', 'cannot change'))
  if (question.kind === 'number') problems.push(...checkBounds(question, here))
  const hasPlaceholder = question.kind === 'text' || question.kind === 'link'
  for (const name of ['label', 'question', ...(hasPlaceholder ? ['placeholder'] : [])])
    problems.push(
      ...checkWords((question as unknown as Record<string, string>)[name], (sentence) => here(name, sentence)),
    )
  return [...problems, ...checkChoices(question, { index, former })]
}

function checkBounds(
  { min, max }: { min?: number; max?: number },
  here: (name: string, sentence: string) => SiteProblem,
): SiteProblem[] {
  const isBound = (bound: number | undefined) =>
    bound === undefined || (Number.isInteger(bound) && Math.abs(bound) <= MOST)
  return [
    ...(isBound(min) ? [] : [here('min', 'must be a whole number')]),
    ...(isBound(max) ? [] : [here('max', 'must be a whole number')]),
    ...((min ?? -MOST) <= (max ?? MOST) ? [] : [here('max', 'must not be less than the smallest')]),
  ]
}

function checkChoices(question: Question, { index, former }: Context): SiteProblem[] {
  if (!('choices' in question)) return []
  const here = (place: number | null, sentence: string) =>
    at([index, 'choices', ...(place === null ? [] : [place])], sentence)
  const choices = choicesOf(question)
  const published = former && 'choices' in former ? choicesOf(former).map(({ value }) => value) : []
  const open = choices.filter(({ archived }) => !archived)
  const problems: SiteProblem[] = []
  if (open.length < 2) problems.push(here(null, 'need at least two to choose from'))
  if (open.length > MOST_CHOICES) problems.push(here(null, `may be ${MOST_CHOICES} at most`))
  if (choices.length > MOST_COUNTED) problems.push(here(null, `may be ${MOST_COUNTED} at most, with archived ones`))
  for (const [place, { value, label, phrase, archived }] of choices.entries()) {
    problems.push(...checkWords(label, (sentence) => here(place, sentence)))
    // The value is stored and sent to services. One that was published stays as it is.
    if (value !== label && !published.includes(value))
      problems.push(...checkWords(value, (sentence) => here(place, `has a value that ${sentence}`)))
    if (phrase) problems.push(...checkWords(phrase, (sentence) => here(place, `has a phrase that ${sentence}`)))
    const isAlike = (other: { value: string; label: string; archived?: boolean }) =>
      alike(other.value) === alike(value) || (!archived && !other.archived && alike(other.label) === alike(label))
    if (label && choices.slice(0, place).some(isAlike))
      problems.push(here(place, `is there already, written “${label}”`))
    if (value === OTHER && archived && otherNameOf(question))
      problems.push(here(place, 'cannot be archived: it opens the field for own words'))
  }
  for (const value of published)
    if (!choices.some((one) => one.value === value))
      problems.push(here(null, `lack “${value}”, which people may have chosen. Archive it instead`))
  return problems
}

function checkWords(words: string | undefined, complain: (sentence: string) => SiteProblem): SiteProblem[] {
  if (!words?.trim()) return [complain('must not be empty')]
  if (words.length > MAX_LENGTH.name) return [complain(`may have ${MAX_LENGTH.name} characters at most`)]
  return isStorable(words) && !/[{}]|\p{Cc}/u.test(words) ? [] : [complain('must be one line of text, without braces')]
}

function otherNameOf(question: Question): string | undefined {
  return 'other' in question ? question.other : undefined
}

/** Choices that people read as the same are equal. */
function alike(words: string): string {
  return String(words).normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

function at(path: (string | number)[], sentence: string): SiteProblem {
  return { path: ['questions', ...path].join('.'), sentence }
}
