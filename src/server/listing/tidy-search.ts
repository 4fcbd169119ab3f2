import type pg from 'pg'

const REST_MS = 2_000
/** While people join: little and often, because sorting many in keeps a processor from the joins for as long. */
const BREATH_MS = 100

/**
 * New rows of the search index wait in a list until somebody sorts them in. Done here, beside the joins, no join ever
 * has to; if it fails, PostgreSQL does it by itself, a little later.
 */
export function startTidying(pool: pg.Pool): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let timer = setTimeout(tidy, REST_MS)

  function tidy() {
    running = pool
      .query<{ pages: string }>(`select gin_clean_pending_list('entry_listing_search') as pages`)
      .then(({ rows }) => rest(rows[0]!.pages === '0' ? REST_MS : BREATH_MS))
      .catch(() => rest(REST_MS))
  }

  function rest(duration: number) {
    timer = setTimeout(tidy, duration)
  }

  return {
    stop: async () => {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}
