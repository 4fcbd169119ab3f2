import { Resolver } from 'node:dns/promises'
import { cannotExist, isDisposable, isReserved, registeredDomain } from './mailbox.ts'
import type { Pool, Queryable } from '../db/query.ts'

export type LookUp = (domain: string) => Promise<boolean | null>

const TIMEOUT_MS = 2_000
/** More make a resolver fail. */
const AT_ONCE = 25
/** Below one domain without an answer: its server may be slow on purpose. */
const MOST_SILENT = 10
/** Who cannot find this one is cut off from the internet. */
const SURE = 'gmail.com'
const GOOD_FOR = "interval '7 days'"

/** Those that cannot receive mail. Answers are valid for a week; no answer counts as able. */
export async function lookUpDomains(
  { pool, now, lookUp }: { pool: Pool; now: () => Date; lookUp: LookUp },
  domains: string[],
): Promise<Set<string>> {
  const asked = domains.filter((domain) => !cannotExist(domain) && !isReserved(domain) && !isDisposable(domain))
  const known = await readKnown(pool, asked)
  const dead = new Set(asked.filter((domain) => known.get(domain) === false))
  const unknown = asked.filter((domain) => !known.has(domain))
  if (unknown.length === 0 || (await lookUp(SURE)) !== true) return dead
  const silent = new Map<string, number>()
  for (let first = 0; first < unknown.length; first += AT_ONCE) {
    const batch = unknown.slice(first, first + AT_ONCE)
    const some = batch.filter((domain) => (silent.get(registeredDomain(domain)) ?? 0) < MOST_SILENT)
    const answers = await Promise.all(some.map(lookUp))
    const told = some.flatMap((domain, index) => {
      const receives_mail = answers[index]
      return receives_mail === null ? [] : [{ domain, receives_mail }]
    })
    for (const [index, domain] of some.entries())
      if (answers[index] === null) silent.set(registeredDomain(domain), (silent.get(registeredDomain(domain)) ?? 0) + 1)
    await remember(pool, told, now())
    for (const { domain, receives_mail } of told) if (!receives_mail) dead.add(domain)
  }
  return dead
}

async function readKnown(db: Queryable, domains: string[]): Promise<Map<string, boolean>> {
  const { rows } = await db.query<{ domain: string; receives_mail: boolean }>(
    `select domain, receives_mail from mail_domains where domain = any($1) and checked_at > now() - ${GOOD_FOR}`,
    [domains],
  )
  return new Map(rows.map(({ domain, receives_mail }) => [domain, receives_mail]))
}

/** Some domains belong to one person and are personal data. */
export async function dropDomains(db: Queryable): Promise<void> {
  await db.query(`delete from mail_domains where checked_at < now() - ${GOOD_FOR}`)
}

async function remember(db: Queryable, told: { domain: string; receives_mail: boolean | undefined }[], at: Date) {
  await db.query(
    `insert into mail_domains (domain, receives_mail, checked_at)
     select domain, receives_mail, $2 from json_to_recordset($1) as t (domain text, receives_mail boolean)
     on conflict (domain) do update set receives_mail = excluded.receives_mail, checked_at = excluded.checked_at`,
    [JSON.stringify(told), at],
  )
}

/** As a mail server does (RFC 5321, section 5.1; RFC 7505 for a domain that takes no mail). */
export function createLookUp(): LookUp {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  return async (domain) => {
    try {
      const hosts = await resolver.resolveMx(domain)
      return hosts.some(({ exchange }) => exchange !== '' && exchange !== '.')
    } catch (error) {
      if (isAbsent(error, 'ENOTFOUND')) return false
      return isAbsent(error, 'ENODATA') ? hasAddress(domain) : null
    }
  }

  async function hasAddress(domain: string): Promise<boolean | null> {
    const outcomes = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)])
    if (outcomes.some(({ status }) => status === 'fulfilled')) return true
    const isNone = (outcome: PromiseSettledResult<unknown>) =>
      outcome.status === 'rejected' && (isAbsent(outcome.reason, 'ENODATA') || isAbsent(outcome.reason, 'ENOTFOUND'))
    return outcomes.every(isNone) ? false : null
  }
}

function isAbsent(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code
}
