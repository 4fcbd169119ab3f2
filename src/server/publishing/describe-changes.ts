import { isDeepStrictEqual } from 'node:util'
import { type Block, BLOCK_NAMES } from '#shared/site/blocks.ts'
import { choicesOf, type Labelled, type Question } from '#shared/site/questions.ts'
import type { QuestionChange, SiteChange } from '#shared/site/site-editing.ts'
import type { SiteDocument } from '#shared/site/site.ts'
import * as queries from './queries.ts'
import { completed, isRecord } from './completed.ts'
import type { Pool } from '../db/query.ts'

export type CountChosen = (question: string, choice: string) => Promise<number>

/** Without `countChosen`, it gives no numbers of people. */
export async function describeChanges(
  before: SiteDocument,
  after: SiteDocument,
  countChosen: CountChosen | null = null,
): Promise<SiteChange[]> {
  const [{ questions: earlier, ...words }, { questions: later, ...newWords }] = [
    withoutLogo(before),
    withoutLogo(after),
  ]
  return [
    ...describeLogo(before.look.logo, after.look.logo),
    ...(isDeepStrictEqual(words, newWords) ? [] : compareParts(words, newWords, [])),
    ...(await compareQuestions(earlier, later, countChosen)),
  ]
}

type Logo = SiteDocument['look']['logo']

function withoutLogo({ look, ...document }: SiteDocument) {
  const { logo: _, ...rest } = look
  return { ...document, look: rest }
}

function describeLogo(before: Logo, after: Logo): SiteChange[] {
  if (isDeepStrictEqual(before, after)) return []
  const [one, other] = [before, after].map((logo) => (logo === null ? 'the chair' : 'your logo'))
  const words =
    before !== null && after !== null ? [one, before.hash === after.hash ? other : 'another logo'] : [one, other]
  const meaning = after && (after.hasName ? 'It stands in place of the name.' : 'The name stands beside it.')
  return [change(['look', 'logo'], words[0], words[1], meaning)]
}

function compareParts(before: unknown, after: unknown, path: (string | number)[]): SiteChange[] {
  if (isDeepStrictEqual(before, after) || path.at(-1) === 'id') return []
  if (path[0] === 'landing' && path.at(-1) === 'picture')
    return [change(path, pictureWords(before), pictureWords(after))]
  const namesOf = NAMED[path.join('.')]
  if (namesOf) return [change(path, namesOf(before), namesOf(after))]
  const isBranch = (value: unknown) => isRecord(value) || Array.isArray(value)
  if (!isBranch(before) && !isBranch(after)) return [change(path, before, after)]
  const [one, other] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) => compareParts(one[name], other[name], [...path, name]))
}

function pictureWords(picture: unknown): string | null {
  return picture ? 'a picture of yours' : null
}

/** Lists of names, which are read as one. */
const NAMED: Record<string, (value: unknown) => string> = {
  'landing.blocks': (blocks) => (blocks as Block[]).map((block) => BLOCK_NAMES[block]).join(', ') || 'none',
  'landing.row': (drawings) => (drawings as string[]).join(', '),
}

async function compareQuestions(
  before: readonly Question[],
  after: readonly Question[],
  countChosen: CountChosen | null,
): Promise<SiteChange[]> {
  const changes: SiteChange[] = []
  for (const question of after) {
    const former = before.find(({ name }) => name === question.name)
    if (former)
      changes.push(...compareWords(former, question), ...(await compareChoices(former, question, countChosen)))
    else if (!question.archived) changes.push(describeNew(question))
  }
  return [...changes, ...compareOrder(before, after)]
}

function describeNew({ name, question }: Question): SiteChange {
  return change(['questions', name], null, question, NEW_QUESTION)
}

const NEW_QUESTION = 'A new question. People who have joined already were not asked it.'

function compareWords(former: Question, question: Question): SiteChange[] {
  const changes: SiteChange[] = []
  const path = ['questions', question.name]
  if (question.archived && !former.archived)
    changes.push(
      change(
        path,
        former.question,
        null,
        'Nobody is asked this from now on. The answers stay, with their chart, their filter and their column.',
      ),
    )
  if (!question.archived && former.archived) changes.push(change(path, null, question.question, 'This is asked again.'))
  if (Boolean(question.optional) !== Boolean(former.optional))
    changes.push(
      change(
        [...path, 'optional'],
        former.optional ? 'optional' : 'required',
        question.optional ? 'optional' : 'required',
      ),
    )
  for (const name of ['question', 'label', 'placeholder', 'min', 'max'] as const) {
    const [one, other] = [(former as Record<string, unknown>)[name], (question as Record<string, unknown>)[name]]
    if (one !== other) changes.push(change([...path, name], one, other))
  }
  return changes
}

/** Of the questions that both versions ask. */
function compareOrder(before: readonly Question[], after: readonly Question[]): SiteChange[] {
  const order = (questions: readonly Question[]) => questions.flatMap(({ name, archived }) => (archived ? [] : [name]))
  const [one, other] = [order(before), order(after)].map((names, index, [first, second]) =>
    names.filter((name) => (index === 0 ? second! : first!).includes(name)),
  )
  if (isDeepStrictEqual(one, other)) return []
  return [change(['questions'], one!.join(', '), other!.join(', '), 'The questions are asked in another order.')]
}

async function compareChoices(
  former: Question,
  question: Question,
  countChosen: CountChosen | null,
): Promise<SiteChange[]> {
  const changes: SiteChange[] = []
  const [before, after] = [choicesIn(former), choicesIn(question)]
  for (const { value, label, phrase, archived } of after) {
    const earlier = before.find((choice) => choice.value === value)
    const path = ['questions', question.name, value]
    if (!earlier) changes.push(change(path, null, label, 'A new choice.'))
    else if (archived && !earlier.archived) {
      const people = countChosen && (await countChosen(question.name, value))
      changes.push(
        change(
          path,
          earlier.label,
          null,
          `${people === null ? '' : peopleChose(people)}Nobody can choose it from now on.`,
        ),
      )
    } else if (!archived && earlier.archived) changes.push(change(path, null, label, 'This can be chosen again.'))
    else if (earlier.label !== label)
      changes.push(
        change(path, earlier.label, label, 'Also for everybody who chose it: it is the same choice with other words.'),
      )
    if (earlier && earlier.phrase !== phrase) changes.push(change([...path, 'phrase'], earlier.phrase, phrase))
  }
  return changes
}

function peopleChose(people: number): string {
  if (people === 0) return 'Nobody chose this. '
  return people === 1
    ? 'One person chose this, and keeps it. '
    : `${people.toLocaleString('en-GB')} people chose this. They keep it. `
}

function choicesIn(question: Question): Labelled[] {
  return 'choices' in question ? choicesOf(question) : []
}

function change(
  path: readonly (string | number)[],
  before: unknown,
  after: unknown,
  meaning: string | null = null,
): SiteChange {
  const words = (value: unknown) => (value === null || value === undefined ? null : String(value))
  return { path: path.join('.'), before: words(before), after: words(after), meaning }
}

/** Changes of these parts do not change the meaning of an answer. */
const ELSE = /^(optional|placeholder|min|max)$|\.phrase$/

/** Newest first, cached until the next version. */
export function createReadQuestionChanges(pool: Pool): () => Promise<QuestionChange[]> {
  let known: { newest: number; changes: QuestionChange[] } | undefined
  return async () => {
    const versions = await queries.listVersions(pool)
    const newest = versions[0]!.number
    if (known?.newest !== newest) {
      const pairs = versions.slice(0, -1).map((version, index) => [version, versions[index + 1]!] as const)
      const changes = pairs.map(async ([version, former]) => {
        const all = await describeChanges(completed(former.document), completed(version.document))
        return all.flatMap(({ path, before, after, meaning }) => {
          const [, question, part = ''] = /^questions\.([^.]+)\.?(.*)$/s.exec(path) ?? []
          const at = version.published_at.toISOString()
          return question && !ELSE.test(part) && meaning !== NEW_QUESTION ? [{ question, at, before, after }] : []
        })
      })
      known = { newest, changes: (await Promise.all(changes)).flat() }
    }
    return known.changes
  }
}

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/[^\s"<>]+|\b(?:[\w-]+\.)+[a-z]{2,}\b/gi

/** What leads visitors or their messages somewhere else, in words. */
export function changedAddresses(former: SiteDocument, next: SiteDocument): string[] {
  const [before, after] = [addressesIn(former), addressesIn(next)]
  const changed = [...before.symmetricDifference(after)]
  const isSupport = former.brand.supportEmail !== next.brand.supportEmail
  const others = changed.filter((one) => one !== former.brand.supportEmail && one !== next.brand.supportEmail)
  return [
    ...(isSupport ? ['Support address'] : []),
    ...(others.length > 0 ? ['Addresses in the texts of the site'] : []),
  ]
}

function addressesIn(document: SiteDocument): Set<string> {
  return new Set(JSON.stringify(document).match(ADDRESS) ?? [])
}
