import { type MouseEvent, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { localPath, pagePaths } from '#shared/site/pages.ts'
import { site } from '#shared/site/site.ts'
import { measurementId } from '../analytics/measurement-id.ts'
import { loadAgain } from '../loading/whole-load.ts'

const LINK = 'flex min-h-11 items-center underline-offset-4 hover:underline'

export function SiteFooter() {
  const asksForConsent = useSyncExternalStore(
    neverChanges,
    () => measurementId() !== null,
    () => false,
  )
  const [path] = useLocation()
  return (
    <footer className="mt-auto border-t border-line">
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 py-4 text-small text-muted">
        <p className="empty:hidden">{site().brand.opensLine}</p>
        <div className="flex flex-wrap gap-x-8">
          {asksForConsent && (
            <button type="button" className={LINK} onClick={askAgain}>
              {site().frame.cookies.settings}
            </button>
          )}
          {/* Loads a document, because the server writes the privacy page's text into it. */}
          <a href={localPath(pagePaths.privacy)} className={LINK}>
            {site().frame.privacy}
          </a>
          {site().otherLanguages.map(({ language, name }) => (
            <a
              key={language}
              href={localPath(path, language)}
              hrefLang={language}
              lang={language}
              onClick={keepPage}
              className={LINK}
            >
              {name}
            </a>
          ))}
          <a href={`mailto:${site().brand.supportEmail}`} className={LINK}>
            {site().brand.supportEmail}
          </a>
        </div>
      </div>
    </footer>
  )
}

function keepPage(event: MouseEvent<HTMLAnchorElement>) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const { pathname } = event.currentTarget
  import('./keep-page.ts').then(
    (page) => page.keepAt(pathname),
    () => location.assign(pathname),
  )
}

function askAgain() {
  void import('./consent.tsx').then((consent) => consent.askAgain(), loadAgain)
}

const neverChanges = () => () => {}
