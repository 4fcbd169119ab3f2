import { site } from './site.ts'

/** `/de/form`; the first language has no prefix. */
export function localPath(path: string, language = site().language): string {
  return language === site().languages[0] ? path : `/${language}${path}`
}
