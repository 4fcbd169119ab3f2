import { Link } from 'wouter'
import { paths } from '#shared/site/paths.ts'
import { site } from '#shared/site/site.ts'
import { buttonStyle } from '../../ui/button.ts'
import { BoardRows } from '../place/board-rows.tsx'

/** As the server read it: it is no race. */
export function LeaderboardPage() {
  const { title, lead } = site().place.board
  const isOpen = site().listState === 'open'
  return (
    <div className="page-width pt-8 pb-16 tablet:pt-14 tablet:pb-24">
      <h1 className="text-display">{title}</h1>
      <p className="mt-3 max-w-2xl text-lead text-muted">{lead}</p>
      <div className="mt-8 max-w-2xl">
        <BoardRows rows={site().board} />
      </div>
      <p className="mt-10 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link href={paths.home} className={buttonStyle('primary', 'w-full tablet:w-auto tablet:min-w-52')}>
          {isOpen ? site().signUp.title : site().frame.back}
        </Link>
        <Link href={paths.place} className={buttonStyle('bare', '-ms-2 tablet:ms-0')}>
          {site().landing.wayBack}
        </Link>
      </p>
    </div>
  )
}
