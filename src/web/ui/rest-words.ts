import { site } from '#shared/site/site.ts'

/** The words in place of a form while nobody can join. `isTold`: to somebody who has just left an address. */
export function restWords(isTold = false): { title: string; text: string } {
  if (isTold) return site().rest.paused.told
  return site().listState === 'paused' ? site().rest.paused : site().rest.closed
}
