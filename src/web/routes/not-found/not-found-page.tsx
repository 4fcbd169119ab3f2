import { Link } from 'wouter'
import { paths } from '#shared/site/paths.ts'
import { buttonStyle } from '../../ui/button.ts'
import { CutLine } from '../../ui/drawings/cut-line.tsx'

export function NotFoundPage() {
  return (
    <div className="flex grow flex-col pt-10 pb-16 tablet:pt-16">
      <div className="page-width">
        <h1 className="text-display">404</h1>
        <p className="mt-2 text-lead">Oops! Page not found</p>
      </div>
      <CutLine />
      <div className="page-width mt-10">
        <Link href={paths.home} className={buttonStyle('primary')}>
          Back to Home
        </Link>
      </div>
    </div>
  )
}
