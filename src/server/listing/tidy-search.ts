import type pg from 'pg'

const REST_MS = 2_000
/**
 * While people join, small frequent steps are better: one large step would keep a processor from the joins for as long.
 */
const BREATH_MS = 100

/**
 * New rows of the search index wait in a pending list until they are merged into the index. This merges them beside the
 * joins, so that no join has to. If it fails, PostgreSQL merges them itself a little later.
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
