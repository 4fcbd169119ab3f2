import { setImmediate as pause } from 'node:timers/promises'
import { randomUUIDv7 } from 'node:crypto'
import { type SiteDocument, siteOf, underSite } from '#shared/site/site.ts'
import { pageList } from '#shared/site/pages.ts'
import { choicesOf, type Question } from '#shared/site/questions.ts'
import * as queries from './queries.ts'
import { insertVersion, type StoredVersion } from './queries.ts'
import type { Actor } from '../accounts/sessions.ts'
import { AppError } from '../base/errors.ts'
import { checkDocument } from './check-document.ts'
import { completed } from './completed.ts'
import type { Context } from '../context.ts'
import { drawPage, type PageFacts } from '../pages/rendering/draw-page.ts'
import type { Picture } from '#shared/site/picture.ts'
import { readLogoFiles } from './logo/routes.ts'
import { tellOf } from '../outbox/tell-endpoints.ts'
import { findSlots, giveSlots } from '../listing/rows/choices.ts'
import { lockCounter } from '../listing/rows/counter.ts'
import { inTransaction, type Transaction } from '../db/query.ts'

/** In the transaction that publishes. */
export type RecordPublish = (tx: Transaction, made: { number: number; actor: Actor }) => Promise<string>

/**
 * A document that cannot be drawn is never published. `revision`: of the draft that this publishes; null for an earlier
 * version.
 */
export async function publish(
  ctx: Context,
  record: RecordPublish,
  {
    document,
    actor,
    account,
    revision,
  }: { document: SiteDocument; actor: Actor; account: string; revision: string | null },
): Promise<number> {
  await rehearse(ctx, document).catch((cause: Error) => {
    throw new AppError('site-not-drawn', { cause, beside: { reason: cause.message } })
  })
  return inTransaction(ctx.dashboardPool, async (tx) => {
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
    const values = new Set(choicesOf(question).map(({ value }) => value))
    const lacking = choicesOf(later).filter(({ value }) => !values.has(value))
    const archived = lacking.map((choice) => ({ ...choice, archived: true }))
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

const FACTS: PageFacts = {
  origin: '',
  measurementId: undefined,
  sendsMail: true,
  listState: 'open',
  privacy: { sections: [], numbered: null },
}

/** Throws why the pages cannot be drawn. */
async function rehearse({ dashboardPool: pool, build }: Context, document: SiteDocument): Promise<void> {
  const { look } = document
  if (look.logo !== null && !(await readLogoFiles(pool, look.logo.hash)))
    throw new Error('Its logo is not here. Send it again.')
  for (const { hash } of picturesOf(document))
    if (!(await readLogoFiles(pool, hash))) throw new Error('One of its pictures is not here. Send it again.')
  const tried = siteOf(document)
  for (const { name } of build ? pageList : []) {
    underSite(tried, () => drawPage(build!, name, FACTS))
    // Visitors wait no longer than for one page.
    await pause()
  }
}

function picturesOf({ landing: { features, stories, logos } }: SiteDocument): Picture[] {
  return [...features.list, ...stories, ...logos.list].flatMap(({ picture }) => picture ?? [])
}

/** First assigns slots in the counts to its new choices, because people may choose them from then on. */
export async function storeVersion(
  tx: Transaction,
  version: StoredVersion & { actId: string | null; account?: string | null },
): Promise<void> {
  const { questions } = version.document
  await lockCounter(tx)
  await giveSlots(tx, await findSlots(tx), {
    problem: valuesOf(questions, 'problems'),
    goal: valuesOf(questions, 'goals'),
  })
  await insertVersion(tx, version)
  // A version from SITE_FILE has no act.
  await tellOf(tx, 'site.published', [version.actId ?? randomUUIDv7()], { version: version.number })
}

function valuesOf(questions: readonly Question[], asked: string): string[] {
  const question = questions.find(({ name }) => name === asked)
  return question && 'choices' in question ? choicesOf(question).map(({ value }) => value) : []
}
