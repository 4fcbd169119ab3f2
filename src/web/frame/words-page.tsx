import type { PageContent } from '#shared/pages/page-content.ts'
import { localPath, pagePaths } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { Content } from '../before-scripts/content.tsx'
import { buttonStyle } from '../ui/button.ts'
import { First } from '../ui/drawings/queue.tsx'
import { WaitingRow } from '../ui/drawings/waiting-row.tsx'

/** A page whose content depends on the visitor, until its scripts arrive. Only the server draws it. */
export function WordsPage({ title, text, content }: { title: string; text: string; content: PageContent | null }) {
  return (
    <main id="content" tabIndex={-1} className="flex grow flex-col">
      <div className="arriving flex grow flex-col">
        {content?.kind === 'question' || content?.kind === 'rest' ? (
          <Before content={content} />
        ) : (
          <div className="page-width grow pt-8 pb-10 tablet:pt-14">
            <h1 className="text-heading">{title}</h1>
            <p className="mt-4 max-w-xl text-lead text-muted">{text}</p>
            {content && <Before content={content} className="mt-8 max-w-2xl wrap-anywhere" />}
            <a href={localPath(pagePaths.home)} className={buttonStyle('quiet', 'mt-8')}>
              {site().missing.home}
            </a>
          </div>
        )}
        <div className="hero-floor mb-10">
          <WaitingRow className="hero-row" />
          <First className="hero-chair" />
        </div>
      </div>
    </main>
  )
}

function Before({ content, className = '' }: { content: PageContent; className?: string }) {
  return (
    <div className={`before-scripts ${className}`}>
      <Content content={content} />
    </div>
  )
}
