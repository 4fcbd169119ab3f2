import { afterAll, beforeAll } from 'vitest'
import { setSite, site } from '#shared/site/site.ts'
import { readLanguage } from '#shared/values/language.ts'

/*
 * For all files of a worker: a site that was restored or published stays in force, and modules of pages speak the
 * language of theirs. The next file would read their words.
 */

let before = site()
beforeAll(() => void (before = site()))
afterAll(() => {
  setSite(before)
  readLanguage(() => site().language)
})
