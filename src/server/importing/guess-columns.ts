import { importTargets } from '#shared/list/imports.ts'
import { choicesOf, storedQuestions } from '#shared/site/questions.ts'
import { own } from '#shared/values/own.ts'
import { NAMES, PARTS_OF_NAMES, QUESTION_NAMES } from './column-names.ts'
import { readAddress } from './read-file.ts'
import { readStatus, simplified, statusIn } from './read-status.ts'

type Column = { name: string; samples: string[] }

/** Prefers columns with values: Mailchimp leaves OPTIN_TIME blank and fills CONFIRM_TIME. */
export function guessColumns(columns: Column[]): (string | null)[] {
  const targets: (string | null)[] = columns.map(() => null)
  for (const target of importTargets()) {
    const names = namesOf(target)
    const places = columns.map(({ name, samples }) => {
      const place = names.indexOf(simplified(withoutZone(name)))
      return place < 0 || samples.length > 0 ? place : place + names.length
    })
    const found = places.reduce((best, place, index) => {
      if (place < 0 || targets[index] !== null) return best
      return best < 0 || place < places[best]! ? index : best
    }, -1)
    if (found >= 0) targets[found] = target
  }
  columns.forEach((column, index) => {
    const isOtherPart = isPartOfName(column) && isPartOfName(columns[targets.indexOf('full_name')])
    if (targets[index] === null)
      targets[index] = isStatus(column) ? 'status' : isOtherPart ? 'full_name' : listWith(column.name)
  })
  if (!targets.includes('email')) {
    const shares = columns.map(({ samples }, index) => (targets[index] === null ? shareOfAddresses(samples) : 0))
    const most = Math.max(...shares)
    if (most > 0.5) targets[shares.indexOf(most)] = 'email'
  }
  return targets
}

function isPartOfName(column: Column | undefined): boolean {
  return column !== undefined && PARTS_OF_NAMES.includes(simplified(column.name))
}

function shareOfAddresses(samples: string[]): number {
  return samples.filter((value) => readAddress(value) !== null).length / Math.max(samples.length, 1)
}

/** 'Created At (UTC+0)' without what is in brackets. */
function withoutZone(name: string): string {
  return name.replace(/\s*[([][^()[\]]*[)\]]\s*$/, '')
}

/** Some tools have a column for each choice. */
function listWith(name: string): string | null {
  const words = simplified(name)
  const found = storedQuestions().filter(
    (question) => question.kind === 'many' && choicesOf(question).some(({ label }) => simplified(label) === words),
  )
  return found.length === 1 ? found[0]!.name : null
}

/** 'State' may also mean a part of a country, so the values of such a column decide. */
function isStatus({ name, samples }: Column): boolean {
  const words = simplified(name)
  if (words === 'state') return samples.some((text) => readStatus(text, name) !== 'unclear')
  return statusIn(name) === 'status'
}

function namesOf(target: string): string[] {
  const question = storedQuestions().find(({ name }) => name === target)
  const known = Object.hasOwn(NAMES, target) ? NAMES[target as keyof typeof NAMES] : (own(QUESTION_NAMES, target) ?? [])
  return [target, question?.label, question?.question].flatMap((name) => (name ? simplified(name) : [])).concat(known)
}
