import pg from 'pg'
import {
  choicesOf,
  isChoiceQuestion,
  isFurther,
  otherOf,
  type Question,
  shownQuestions,
} from '#shared/site/questions.ts'
import { exportColumns } from '#shared/list/export-columns.ts'
import { perSite, site, sourceSite } from '#shared/site/site.ts'
import { GETS_MAIL } from '../people/addresses/email-keys.ts'

type Cell = { sql: string; isQuoted: boolean }

const MONTH =
  '(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)'
const NUMERAL = String.raw`[ £$€(+-]*[.,]?\d[\d .,:/%()-]*(e[ +-]?\d+|[ap]m?)? *`
const DATE = String.raw`\d{1,4}[ ./-]*${MONTH}([ .,/-]*\d{1,4})?|${MONTH}[ .,/-]*\d{1,4}`
/**
 * Text that a spreadsheet would convert to a number, a time or a date and could not restore: 012345, 1234E5, 12MAR5.
 */
const NUMERIC = `^(${NUMERAL}|${DATE})$`
export const SKIPPED =
  ' \u000b\u000c\u00a0\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0'
/** Also the characters that a spreadsheet skips before the sign. */
const FORMULA = String.raw`["${SKIPPED}]*[=+@\t\r＝＋－＠-]`
/** After these, a spreadsheet that separates by semicolons or tabs may begin another cell. It ignores quotes after a comma. */
const CELL_END = String.raw`[;\t\r\n]`
/** A pre-check that takes a third of the time: all dangerous texts match it, and few others do. */
const SUSPECT = `^[^A-Za-z]|[0-9]$|${CELL_END}`

export const csvColumns = perSite((): [name: string, cell: Cell][] =>
  everyColumn().filter(([name]) => exportColumns().includes(name)),
)

const everyColumn = (): [name: string, cell: Cell][] => [
  ['email', typed('email')],
  ['full_name', typed('full_name')],
  ['position', plain('position')],
  ['joined_position', plain('joined_position')],
  ['referral_code', plain(safe('referral_code'))],
  ['used_referral_code', typed('used_referral_code')],
  ['referrals', plain('referrals')],
  ['business_name', typed('business_name')],
  ['is_solo_provider', plain(`case when is_solo_provider then 'yes' when not is_solo_provider then 'no' end`)],
  ['job_industry', chosen('job_industry', 'job_industry')],
  ['problems', listed('problems', 'unnest(problems)', `array_to_string(problems, '; ')`)],
  ['other_problem', typed('other_problem')],
  ['goals', listed('goals', 'unnest(goals)', `array_to_string(goals, '; ')`)],
  ['other_goal', typed('other_goal')],
  ['price_range', chosen('price_range', 'price_range')],
  ...shownQuestions().filter(isFurther).flatMap(columnsOf),
  ['place_in_line', plain('rank')],
  ['answers_not_proven', plain(`case when is_unproven then 'yes' else 'no' end`)],
  ['state', plain('state')],
  ['rejected', plain(`case when is_rejected then 'yes' else 'no' end`)],
  ['doubtful', plain(`case when is_doubtful then 'yes' else 'no' end`)],
  ['gets_mail', plain(`case when ${GETS_MAIL} and not is_rejected then 'yes' else 'no' end`)],
  ['language', plain('language')],
  ['tags', typed('tags')],
  ['rewards', typed('rewards')],
  ['named_code', plain('named_code')],
  ...['source', 'medium', 'campaign', 'term', 'content'].map((name): [string, Cell] => [
    `utm_${name}`,
    typed(`(utm ->> '${name}')`),
  ]),
  ['created_at_local', plain(`date_trunc('second', created_at at time zone (select time_zone from waitlist_counter))`)],
  // The timestamp in the format that spreadsheets recognise. A cast to whole seconds would round to the next day.
  ['created_at_utc', plain(`date_trunc('second', created_at at time zone 'utc')`)],
]

function columnsOf(question: Question): [name: string, cell: Cell][] {
  const other = otherOf(question)
  const words: [string, Cell][] = other ? [[other, typed(`(further_answers ->> ${pg.escapeLiteral(other)})`)]] : []
  return [[question.name, cellOf(question, pg.escapeLiteral(question.name))], ...words]
}

function cellOf({ kind, name: question }: Question, name: string): Cell {
  if (kind === 'text' || kind === 'link') return typed(`(further_answers ->> ${name})`)
  if (kind === 'number' || kind === 'date') return plain(`further_answers ->> ${name}`)
  if (kind === 'one') return chosen(question, `(further_answers ->> ${name})`)
  if (kind === 'yes-no')
    return plain(`case further_answers ->> ${name} when 'true' then 'yes' when 'false' then 'no' end`)
  return listed(question, `jsonb_array_elements_text(further_answers -> ${name})`)
}

function chosen(question: string, sql: string): Cell {
  return text(worded(question, sql))
}

function listed(question: string, rows: string, asStored?: string): Cell {
  const choice = worded(question, 'chosen')
  return text(
    asStored && choice === 'chosen' ? asStored : `(select string_agg(${choice}, '; ') from ${rows} as chosen)`,
  )
}

/** The current label of a renamed choice. An import accepts both. */
function worded(question: string, sql: string): string {
  const first = labelsOf(sourceSite.questions, question)
  const renamed = [...labelsOf(site().everyQuestion, question)].filter(
    ([value, label]) => label !== (first.get(value) ?? value),
  )
  if (renamed.length === 0) return sql
  const cases = renamed.map(([value, label]) => `when ${pg.escapeLiteral(value)} then ${safe(pg.escapeLiteral(label))}`)
  return `case ${sql} ${cases.join(' ')} else ${sql} end`
}

function labelsOf(questions: readonly Question[], name: string): Map<string, string> {
  const question = questions.find((one) => one.name === name)
  if (!question || !isChoiceQuestion(question)) return new Map()
  return new Map(choicesOf(question).map(({ value, label }) => [value, label]))
}

function typed(sql: string): Cell {
  return text(safe(sql))
}

function text(sql: string): Cell {
  return { sql: `coalesce(${sql}, '')`, isQuoted: true }
}

function plain(sql: string): Cell {
  return { sql, isQuoted: false }
}

function safe(sql: string): string {
  return `case when not ${sql} ~ '${SUSPECT}' then ${sql}
    when ${sql} ~* '${NUMERIC}' then '''' || ${sql}
    else case when ${sql} ~ '^${FORMULA}' then '''' else '' end
      || regexp_replace(${sql}, '(${CELL_END})(?=${FORMULA})', '\\1''', 'g') end`
}
