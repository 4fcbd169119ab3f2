import { Link } from 'wouter'
import { brand } from '#site/brand.ts'
import { paths } from '#shared/paths.ts'
import { ChairMark } from '../ui/drawings/chair-mark.tsx'

export function SiteHeader() {
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between px-5 py-3 tablet:px-8 tablet:py-5">
      <a
        href="#content"
        className="sr-only rounded-control bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-10"
      >
        Skip to content
      </a>
      <Link href={paths.home} className="-ml-1 flex min-h-11 items-center gap-2.5 rounded-control px-1">
        <ChairMark className="h-8 w-auto" />
        <span className="font-display text-title tracking-tight">{brand.name}</span>
      </Link>
    </header>
  )
}
