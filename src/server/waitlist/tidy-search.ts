import type pg from 'pg'

const INTERVAL_MS = 2_000

/**
 * New rows of the search index wait in a list until somebody sorts them in. Done here, beside the joins, no join ever
 * has to; if it fails, PostgreSQL does it by itself, a little later.
 */
export function startTidying(pool: pg.Pool): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let timer = setTimeout(tidy, INTERVAL_MS)

  function tidy() {
    running = pool.query(`select gin_clean_pending_list('entry_listing_search')`).then(
      () => rest(),
      () => rest(),
    )
  }

  function rest() {
    timer = setTimeout(tidy, INTERVAL_MS)
  }

  return {
    stop: async () => {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}
