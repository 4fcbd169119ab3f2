import type pg from 'pg'
import { DAY_MS } from '#shared/values/durations.ts'
import { paths } from '#shared/site/paths.ts'
import { isNewer, newestRelease, VersionView } from '#shared/owner/version.ts'
import type { Current } from '../config/config.ts'
import { readSetting, replaceSetting } from '../db/settings.ts'
import type { App } from '../http/server.ts'
import { type FetchTags, fetchTags } from './fetch-tags.ts'
import { readChanges } from './read-changes.ts'

type Dependencies = {
  pool: pg.Pool
  config: Current<'checksForUpdates'>
  fetchTags?: FetchTags | undefined
}

/** The last answer, which all servers of the list share. */
type Known = Pick<VersionView, 'asked_at' | 'problem'> & { newest: string | null }

const KEY = 'newest_version'
const NEVER: Known = { newest: null, asked_at: null, problem: null }

/**
 * Tells owners which version they have, and whether there is a newer one. With their consent, the server checks for
 * newer versions when an owner looks, at most once a day. Register it where a session is required.
 */
export function updateRoutes(app: App, { pool, config, fetchTags: fetch = fetchTags }: Dependencies) {
  const { version, changes } = readChanges()
  let reading: Promise<Known> | null = null

  app.get(paths.api.adminVersion, { schema: { response: { 200: VersionView } } }, async () => {
    const { newest, asked_at, problem } = config().checksForUpdates ? await readOnce() : NEVER
    return { version, changes, newer: newest && isNewer(newest, version) ? newest : null, asked_at, problem }
  })

  /** Concurrent requests share one check. */
  function readOnce(): Promise<Known> {
    return (reading ??= readNewest().finally(() => (reading = null)))
  }

  async function readNewest(): Promise<Known> {
    const stored = await readSetting(pool, KEY)
    const known = stored ? (JSON.parse(stored) as Known) : NEVER
    const isFresh = known.asked_at !== null && Date.now() - Date.parse(known.asked_at) < DAY_MS
    return isFresh ? known : ask(known)
  }

  async function ask({ newest }: Known): Promise<Known> {
    const asked_at = new Date().toISOString()
    const known: Known = await fetch().then(
      (tags) => ({ newest: newestRelease(tags), asked_at, problem: null }),
      (error: unknown) => ({ newest, asked_at, problem: (error as Error).message }),
    )
    await replaceSetting(pool, KEY, JSON.stringify(known))
    return known
  }
}
