import { pageAt } from './page-at.ts'
import { notFoundTitle } from './pages.ts'

export function titleAt(path: string): string {
  return pageAt(path)?.title ?? notFoundTitle
}
