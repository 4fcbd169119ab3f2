import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { StartFailure } from '../base/start-failure.ts'
import { readText } from '../config/read-text.ts'
import { checkDocument } from './check-document.ts'
import { completed, unknownParts } from './completed.ts'
import * as queries from './queries.ts'
import { storeVersion } from './store-version.ts'

/** As a new version, unless it equals the newest one. Parts that the file leaves out come from src/site. */
export async function publishFile(pool: pg.Pool, file: string): Promise<void> {
  const written = read(file)
  const document = completed(written)
  await inTransaction(pool, async (tx) => {
    const newest = await queries.lockNewest(tx)
    const former = completed(newest.document)
    if (unknownParts(written).length === 0 && isDeepStrictEqual(document, former)) return
    const problems = checkDocument(written, former)
    if (problems.length > 0)
      throw new StartFailure(
        [
          `The site in SITE_FILE (${file}) cannot be shown:`,
          ...problems.map((one) => `  ${one.path} ${one.sentence}.`),
        ].join('\n'),
      )
    await storeVersion(tx, { number: newest.number + 1, document, actId: null })
  })
}

function read(file: string): object {
  try {
    const document: unknown = JSON.parse(readText(file))
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document
  } catch (cause) {
    throw new StartFailure(`SITE_FILE names ${file}, which cannot be read as JSON: ${(cause as Error).message}.`, {
      cause,
    })
  }
  throw new StartFailure(`SITE_FILE names ${file}, which is not a site: it must be one JSON object.`)
}
