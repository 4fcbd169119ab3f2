import type { PrivacySection } from '#shared/site/privacy-sections.ts'
import type { SiteView } from '#shared/site/site-editing.ts'
import { PRIVACY_TEXT, putPrivacyText } from '../listing/rows/counter.ts'
import { type LogFailure, type Repeating, startRepeating } from '../base/start-repeating.ts'
import { findRow, findRows, instant, inTransaction, type Pool, type Queryable } from '../db/query.ts'
import { digestOf, type NumberedText } from '../pages/rendering/build-output.ts'

type Dependencies = {
  pool: Pool
  /** The same array until it changes. */
  text: () => PrivacySection[]
  logFailure: LogFailure
}

const EACH_MS = 1_000

/**
 * A text gets a new number whenever it changes, and its earlier one when it comes back. Each sign-up stores the number.
 */
export async function followPrivacyTexts({
  pool,
  text,
  logFailure,
}: Dependencies): Promise<Repeating & { current: () => NumberedText }> {
  let [seen, current] = [text(), await putInForce(pool, text())]
  const step = async () => {
    const now = text()
    if (now === seen) return
    current = await putInForce(pool, now)
    seen = now
  }
  const loop = startRepeating({ step, restMs: EACH_MS, failure: 'the privacy page could not be numbered', logFailure })
  return { current: () => current, stop: loop.stop }
}

/** Of several servers, the later one waits for the lock, and finds the stored text. */
function putInForce(pool: Pool, text: PrivacySection[]): Promise<NumberedText> {
  const digest = digestOf(text)
  return inTransaction(pool, async (tx) => {
    const known = await find(tx, digest)
    if (known?.is_in_force) return known
    await tx.query('lock table privacy_texts in exclusive mode')
    if (!known)
      await tx.query(
        `insert into privacy_texts (number, digest, sections)
         select coalesce(max(number), 0) + 1, decode($1, 'hex'), $2 from privacy_texts on conflict (digest) do nothing`,
        [digest, JSON.stringify(text)],
      )
    const numbered = (await find(tx, digest))!
    await putPrivacyText(tx, numbered.number)
    return numbered
  })
}

function find(db: Queryable, digest: string) {
  return findRow<NumberedText & { is_in_force: boolean }>(
    db,
    `select encode(digest, 'hex') as digest, number, ${instant('shown_at')} as shown_at,
       number is not distinct from ${PRIVACY_TEXT} as is_in_force
     from privacy_texts where digest = decode($1, 'hex')`,
    [digest],
  )
}

export function listPrivacyTexts(db: Queryable) {
  return findRows<SiteView['privacy_texts'][number]>(
    db,
    `select number, ${instant('shown_at')} as shown_at, sections from privacy_texts order by number desc`,
  )
}
