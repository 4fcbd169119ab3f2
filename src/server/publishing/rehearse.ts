import { setImmediate as pause } from 'node:timers/promises'
import type pg from 'pg'
import { pageList } from '#shared/site/pages.ts'
import { siteOf, underSite } from '#shared/site/site.ts'
import type { Build } from '../rendering/build-output.ts'
import { drawPage } from '../rendering/draw-page.ts'
import { readLogoFiles } from './logo/queries.ts'
import type { Rehearse } from './publish.ts'

const FACTS = { origin: '', measurementId: undefined, sendsMail: true, privacy: { sections: [], numbered: null } }

/** Throws why the pages cannot be drawn. */
export function createRehearse({ pool, build }: { pool: pg.Pool; build: Build | null }): Rehearse {
  return async (document) => {
    const { look } = document
    if (look.logo !== null && !(await readLogoFiles(pool, look.logo.hash)))
      throw new Error('Its logo is not here. Send it again.')
    const tried = siteOf(document)
    for (const { name } of build ? pageList : []) {
      underSite(tried, () => drawPage(build!, name, FACTS))
      // Visitors wait no longer than for one page.
      await pause()
    }
  }
}
