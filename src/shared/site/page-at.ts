import { pageList } from './pages.ts'

export function pageAt(path: string): (typeof pageList)[number] | undefined {
  return pageList.find((page) => page.path === path || (page.hasParts && path.startsWith(`${page.path}/`)))
}
