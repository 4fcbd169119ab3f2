import { type SignalName, SIGNALS } from '#site/trust.ts'
import type { Transaction } from '../db/pool.ts'
import { writeJobs } from '../jobs/enqueue.ts'
import { domainOf } from './mailbox.ts'
import { type Observed, signalsOfDomain } from './observe.ts'
import * as queries from './queries.ts'
import { readRules } from './rules.ts'
import { settlePart } from './settle-signals.ts'

/** The marks that a domain can give. Another address may have another domain. */
const OF_DOMAINS: SignalName[] = ['disposable-domain', 'no-mail-domain']
/** The marks that the sending of a form can give. Somebody else may have sent that form. */
const OF_FORMS: SignalName[] = ['trap', 'too-fast', 'no-page']

/**
 * Judges a person by their new address: its domain may be a throw-away one, or one that the owner has a rule about.
 * Call this with the counter locked, and after the address was stored.
 */
export async function judgeAddress(tx: Transaction, { id, email }: { id: string; email: string }): Promise<void> {
  const [standing] = await queries.readStandings(tx, [id])
  if (!standing) return
  const block = await queries.readBlock(tx, id)
  const { signalsFor } = await readRules(tx)
  const kept = standing.signals.filter(({ signal }) => SIGNALS[signal].kind === 'mark' && !OF_DOMAINS.includes(signal))
  const found = [...kept, ...signalsOfDomain(domainOf(email)), ...signalsFor({ email, block })]
  await settlePart(tx, [id], new Map([[id, found]]), writeJobs)
}

type Form = { seen?: Observed | undefined; is_by_key?: boolean | undefined }

/** Whether a visitor, and no program, sent this form, and its sending gives no mark. */
export function isCleanForm({ seen, is_by_key }: Form): boolean {
  return seen !== undefined && !is_by_key && !seen.signals?.some(({ signal }) => OF_FORMS.includes(signal))
}

/**
 * Ends the marks of forms for these people, who have joined again with a clean form: a stranger may have sent the first
 * one. Call this with the counter locked.
 */
export async function forgiveForms(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const standings = await queries.readStandings(tx, ids)
  const found = new Map(
    standings.map(({ id, signals }) => [id, signals.filter(({ signal }) => !OF_FORMS.includes(signal))]),
  )
  await settlePart(tx, [...found.keys()], found, writeJobs)
}
