import { Link } from 'wouter'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CutLine } from '../../ui/drawings/cut-line.tsx'

export function NotFoundPage() {
  return (
    <div className="flex grow flex-col pt-10 pb-16 tablet:pt-16">
      <div className="page-width">
        <h1 className="text-display">404</h1>
        <p className="mt-2 text-lead">{site().notFound.text}</p>
      </div>
      <CutLine />
      <div className="page-width mt-10">
        <Link href={paths.home} className={buttonStyle('primary')}>
          {site().frame.back}
        </Link>
      </div>
    </div>
  )
}
