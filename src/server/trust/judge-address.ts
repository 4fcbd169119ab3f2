import { SIGNALS } from '#site/trust.ts'
import type { Transaction } from '../db/pool.ts'
import { writeJobs } from '../jobs/enqueue.ts'
import { domainOf } from './mailbox.ts'
import { signalsOfDomain } from './observe.ts'
import * as queries from './queries.ts'
import { readRules } from './rules.ts'
import { settlePart } from './settle-signals.ts'

/** The marks that a domain can give. Another address may have another domain. */
const OF_DOMAINS = ['disposable-domain', 'no-mail-domain']

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
