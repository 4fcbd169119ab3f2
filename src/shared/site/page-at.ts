import { pageList } from './pages.ts'

/** The page at exactly this path. */
export function pageAt(path: string): (typeof pageList)[number] | undefined {
  return pageList.find((page) => page.path === path)
}
