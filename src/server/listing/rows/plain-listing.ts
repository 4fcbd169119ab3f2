import pg from 'pg'
import { priceNames, UNKNOWN } from '#shared/site/facets.ts'
import { sqlList } from '../../db/sql-list.ts'
import { IS_REFERRED } from '../../people/is-referred.ts'

/** Text beyond printable ASCII, or answers to further questions. Prices are not folded, so a currency sign is fine. */
export const NEEDS_PROGRAM = `(further_answers is not null
  or concat(email, full_name, business_name, job_industry, other_problem, other_goal, utm ->> 'source') ~ '[^ -~]')`

const PRICE = `coalesce(nullif(btrim(price_range), ''), '${UNKNOWN}')`
const SHORT_PRICE = `replace(replace(${PRICE}, ' ', ''), '/month', '')`

const folded = (text: string) => `translate(lower(${text} collate "C"), '''\`', '')`

/** From `NAMED_ENTRIES`, what `toListing` would make. */
export const plainListing = ({ problems, goals }: { problems: string; goals: string }): Record<string, string> => ({
  search: `concat_ws(E'\\x1f', ${folded('email')}, ${folded(`coalesce(business_name, '')`)}, ${folded(`coalesce(job_industry, '')`)},
    ${folded(`nullif(other_problem, '')`)}, ${folded(`nullif(other_goal, '')`)}) || ${folded(`coalesce(E'\\x1e' || full_name, '')`)}`,
  business: folded(`coalesce(business_name, '')`),
  industry: `coalesce(nullif(btrim(job_industry), ''), '${UNKNOWN}')`,
  is_solo: 'is_solo_provider',
  price: `case when ${SHORT_PRICE} in (${sqlList(priceNames())}) then ${SHORT_PRICE} else ${PRICE} end`,
  problems,
  goals,
  choices: 'null::text[]',
  is_referred: IS_REFERRED,
  source: `nullif(lower(btrim(utm ->> 'source') collate "C"), '')`,
})

export function maskOf(column: string, slots: Record<string, number>): string {
  const bits = Object.entries(slots).map(
    ([name, slot]) => `case when ${pg.escapeLiteral(name)} = any(${column}) then ${2 ** slot} else 0 end`,
  )
  return `(${['0::bigint', ...bits].join(' + ')})`
}
