import { pageAt } from './page-at.ts'
import { site } from './site.ts'

export function titleAt(path: string): string {
  return site().pages[pageAt(path)?.name ?? 'notFound'].title
}
