import { fill } from '#shared/values/fill.ts'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'

/** What a mail has beside a link that only scripts can read: `K7P2-QX9M`, and the origin of the site. */
export type Code = { code: string; origin: string }

/** The sentence with the code, and where to type it. */
export function codeText({ code, origin }: Code): string {
  return fill(site().mails.code, { code, page: `${new URL(origin).host}${paths.place}` })
}

/** For mails that the owner looks at. */
export const SAMPLE_CODE = 'ABCD-EFGH'
