import { several, peopleWords, friendsWords } from '../ui/words.ts'
import { isolated } from '#shared/values/language.ts'
import { type ImportReport, importTargets, MOST_BYTES, MOST_ROWS } from '#shared/list/imports.ts'
import { otherOf, storedQuestions } from '#shared/site/questions.ts'
import { perSite } from '#shared/site/site.ts'
import { own } from '#shared/values/own.ts'
import { grouped } from '../../../ui/grouped.ts'

const FACTS: Record<string, string> = {
  email: 'Email',
  created_at: 'Date joined',
  referral_code: 'Referral code',
  referrals: 'Number of friends',
  used_referral_code: 'Friend’s code',
  utm_source: 'Link source',
  utm_medium: 'Link medium',
  utm_campaign: 'Link campaign',
  full_name: 'Name',
  tags: 'Tags',
  language: 'Language',
  status: 'Email consent or opt-out',
}

const answerLabels = perSite(() =>
  Object.fromEntries(
    storedQuestions().flatMap((question) => {
      const other = otherOf(question)
      return [[question.name, question.label], ...(other ? [[other, `${question.label}: Other, in words`]] : [])]
    }),
  ),
)

/** What a column can become. */
export const targetOptions = perSite(() =>
  importTargets()
    .filter((target) => target !== 'not_status')
    .map((target) => ({
      value: target as string,
      label: own(FACTS, target) ?? own(answerLabels(), target) ?? target,
      group: Object.hasOwn(FACTS, target) ? 'Person' : 'Answers',
    }))
    .sort((one, other) => Number(one.group === 'Answers') - Number(other.group === 'Answers')),
)

export const importWords = {
  lead: 'Bring people over from another list. They keep their order, dates and shared links. Nothing changes until you click Import.',
  bounds: `Any columns, up to ${grouped(MOST_ROWS)} rows and ${MOST_BYTES / 1024 / 1024} MB.`,
  tooLarge: `This file has more than ${MOST_BYTES / 1024 / 1024} MB. Split it and import the parts one by one.`,
  noCsv: 'This isn’t a CSV file. Open it in Excel, Numbers or Google Sheets, export it as CSV, then choose that file.',
  quiet: 'They get no email, and no service gets their data, until they join here themselves or you invite them.',
  undecided: 'Answer the questions above first.',
  undo: 'You can undo the import. Everyone from this file is then deleted for good.',
  open: (date: string) => `In “${date}”, which number is the day? The file doesn’t make it clear.`,
  newestFirst: 'This file is newest first. Who comes first in line?',
  unsubscribed: (count: number) =>
    `${peopleWords(count)} in this file opted out in your other tool, ${count === 1 ? 'was' : 'were'} removed there, or ${count === 1 ? 'has' : 'have'} a status we don’t know. What should happen here?`,
  doubtful: (name: string, samples: string[]) =>
    `Does “${isolated(name)}” say who may get email? Its values: ${samples.map((sample) => `“${isolated(sample)}”`).join(', ')}.`,
  optedOut: 'They keep their place and code, but get no emails or invitations.',
  noEmail: 'Choose the email column. No one can be imported without an email.',
}

export function placesOf({ fresh, first_position, file, columns }: ImportReport): string {
  if (first_position === null) return 'No one is new.'
  const last = first_position + fresh - 1
  const places = fresh === 1 ? `#${grouped(last)}` : `#${grouped(first_position)} to #${grouped(last)}`
  return `They join at the back of the line, ${orderOf({ file, columns })}: ${places}, before friends move them up.`
}

function orderOf({ file: { order, order_by }, columns }: Pick<ImportReport, 'file' | 'columns'>): string {
  if (order_by === null)
    return order === 'file' ? 'in the order of the file' : 'from the last line of the file to the first'
  return `ordered by “${isolated(columns[order_by]!.name)}”, the ${order === 'file' ? 'smallest or earliest' : 'largest or latest'} first`
}

/** Null if all can be read. */
export function datesOf({ read, unread: { count, first } }: ImportReport['dates']): string | null {
  if (count === 0) return null
  const examples = first.slice(0, 3).map(({ line, reason }) => `${reasonWords(reason)} on line ${grouped(line)}`)
  const which = read === 0 ? 'We couldn’t read any date in this column' : `${several(count, 'date')} couldn’t be read`
  const who = count === 1 ? 'This person' : 'These people'
  return `${which}: ${examples.join(', ')}. ${who} will get today’s date.`
}

export function friendsOf({ friends: { named, counted }, codes }: ImportReport): string[] {
  return [
    codes.kept > 0 && `${grouped(codes.kept)} referral ${codes.kept === 1 ? 'code keeps' : 'codes keep'} working`,
    named > 0 && `${several(named, 'person was', 'people were')} referred by someone in this file or list`,
    counted > 0 && `Your file also counts ${friendsWords(counted)} it doesn’t name`,
  ]
    .filter((words) => words !== false)
    .map((words) => `${words}.`)
}

/** Texts from the file are isolated, so that their direction does not change the sentence. */
export function reasonWords(reason: string): string {
  return reason.replaceAll(/“([^”]*)”/g, (_, text: string) => `“${isolated(text)}”`)
}
