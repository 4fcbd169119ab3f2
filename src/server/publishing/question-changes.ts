import type pg from 'pg'
import type { QuestionChange } from '#shared/site/site-editing.ts'
import { completed } from './completed.ts'
import { describeChanges } from './describe-changes.ts'
import * as queries from './queries.ts'

/** Changes of these parts do not change the meaning of an answer. */
const ELSE = /^(optional|placeholder)$|\.phrase$/

/** Newest first, cached until the next version. */
export function createReadQuestionChanges(pool: pg.Pool): () => Promise<QuestionChange[]> {
  let known: { newest: number; changes: QuestionChange[] } | undefined
  return async () => {
    const versions = await queries.listVersions(pool)
    const newest = versions[0]!.number
    if (known?.newest !== newest) {
      const pairs = versions.slice(0, -1).map((version, index) => [version, versions[index + 1]!] as const)
      const changes = pairs.map(async ([version, former]) => {
        const all = await describeChanges(completed(former.document), completed(version.document))
        return all.flatMap(({ path, before, after }) => {
          const [, question, part = ''] = /^questions\.([^.]+)\.?(.*)$/s.exec(path) ?? []
          const at = version.published_at.toISOString()
          return question && !ELSE.test(part) ? [{ question, at, before, after }] : []
        })
      })
      known = { newest, changes: (await Promise.all(changes)).flat() }
    }
    return known.changes
  }
}
