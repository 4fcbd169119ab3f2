import type pg from 'pg'
import type { SiteDocument } from '#shared/site/site.ts'
import type { Actor } from '../accounts/signed-in.ts'
import type { Transaction } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../base/errors.ts'
import { checkDocument } from './check-document.ts'
import { completed } from './completed.ts'
import * as queries from './queries.ts'
import { storeVersion } from './store-version.ts'

/** In the transaction that publishes. */
export type RecordPublish = (tx: Transaction, made: { number: number; actor: Actor }) => Promise<string>

/** A document that cannot be drawn is never published. */
export type Rehearse = (document: SiteDocument) => Promise<void>

type Dependencies = {
  pool: pg.Pool
  rehearse: Rehearse
  record: RecordPublish
}

/** `revision`: of the draft that this publishes; null for an earlier version. */
export async function publish(
  { pool, rehearse, record }: Dependencies,
  {
    document,
    actor,
    account,
    revision,
  }: { document: SiteDocument; actor: Actor; account: string; revision: string | null },
): Promise<number> {
  await rehearse(document).catch((cause: Error) => {
    throw new AppError('site-not-drawn', { cause, beside: { reason: cause.message } })
  })
  return inTransaction(pool, async (tx) => {
    const former = await queries.lockNewest(tx)
    requirePublishable(document, completed(former.document))
    // Somebody has saved the draft meanwhile, and those changes must not be deleted.
    if (revision !== null && !(await queries.dropDraft(tx, [revision]))) throw new AppError('draft-changed')
    const number = former.number + 1
    const actId = await record(tx, { number, actor })
    await storeVersion(tx, { number, document, actId, account })
    return number
  })
}

/** Questions and choices that only the newer one has, as archived ones. */
export function withAllKeys(document: SiteDocument, newer: SiteDocument): SiteDocument {
  const kept = document.questions.map((question) => {
    const later = newer.questions.find(({ name }) => name === question.name)
    if (!('choices' in question) || !later || !('choices' in later)) return question
    const values = new Set(question.choices.map(valueOf))
    const lacking = later.choices.filter((choice) => !values.has(valueOf(choice)))
    const archived = lacking.map((choice) => ({
      ...(typeof choice === 'string' ? { value: choice, label: choice } : choice),
      archived: true,
    }))
    return archived.length === 0 ? question : { ...question, choices: [...question.choices, ...archived] }
  })
  const names = new Set(kept.map(({ name }) => name))
  const gone = newer.questions
    .filter(({ name }) => !names.has(name))
    .map((question) => ({ ...question, archived: true }))
  return { ...document, questions: [...kept, ...gone] }
}

export function requirePublishable(document: SiteDocument, former: SiteDocument) {
  const problems = checkDocument(document, former)
  if (problems.length > 0) throw new AppError('site-invalid', { beside: { problems } })
}

function valueOf(choice: string | { value: string }): string {
  return typeof choice === 'string' ? choice : choice.value
}
