import { site } from '#shared/site/site.ts'
import { pagePaths } from '#shared/site/page-paths.ts'
import { buttonStyle } from '../ui/button.ts'
import { FirstChair } from '../ui/drawings/first-chair.tsx'
import { WaitingRow } from '../ui/drawings/waiting-row.tsx'

/** A page for browsers without scripts: its purpose, and a link to the landing page. Only the build draws it. */
export function WordsPage({ title, text, isPlain }: { title: string; text: string; isPlain?: boolean }) {
  return (
    <main id="content" tabIndex={-1} className="flex grow flex-col">
      <div className="arriving flex grow flex-col">
        <div className="page-width grow pt-8 pb-10 tablet:pt-14">
          <h1 className="text-heading">{title}</h1>
          <p className="mt-4 max-w-xl text-lead text-muted">{text}</p>
          {/* The server replaces this with the part that works without scripts. */}
          {isPlain && <div className="plain">__PLAIN__</div>}
          <a href={pagePaths.home} className={buttonStyle('quiet', 'mt-8')}>
            {site().missing.home}
          </a>
        </div>
        <div className="hero-floor mb-10">
          <WaitingRow className="hero-row" />
          <FirstChair className="hero-chair" />
        </div>
      </div>
    </main>
  )
}
