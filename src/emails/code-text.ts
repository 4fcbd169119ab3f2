import { fill } from '#shared/values/language.ts'
import { localPath } from '#shared/site/pages.ts'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'

/**
 * The code in a mail, such as `K7P2-QX9M`, for browsers that run no scripts and so cannot use the link; and the origin
 * of the site.
 */
export type Code = { code: string; origin: string }

export function codeText({ code, origin }: Code): string {
  return fill(site().mails.code, { code, page: `${new URL(origin).host}${localPath(paths.place)}` })
}

export const SAMPLE_CODE = 'ABCD-EFGH'
