import { notFoundTitle, pageList } from './pages.ts'

export function titleAt(path: string): string {
  return pageList.find((page) => page.path === path)?.title ?? notFoundTitle
}
