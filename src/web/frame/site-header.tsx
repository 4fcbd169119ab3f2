import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { site } from '#shared/site/site.ts'
import { logoPath } from '#shared/site/drawings.ts'
import { pagePaths } from '#shared/site/pages.ts'
import { QueueMark } from '../ui/drawings/queue-mark.tsx'
import { CloseIcon, MenuIcon } from '../ui/icons.tsx'

export function SiteHeader() {
  const [path] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const menuId = useId()

  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [isOpen])

  return (
    <header className="site-header">
      <a
        href="#content"
        className="sr-only rounded-control bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:start-3 focus:z-10"
      >
        {site().frame.skip}
      </a>
      <nav aria-label={site().frame.navigation} className="page-width flex flex-wrap items-center justify-between">
        <Link
          href={pagePaths.home}
          onClick={() => setOpen(false)}
          className="-ms-1 flex h-(--header-height) max-w-[calc(100%-3.5rem)] items-center gap-2.5 rounded-control px-1"
        >
          <Mark />
          {!site().look.logo?.hasName && <span className="site-name">{site().brand.name}</span>}
        </Link>
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          aria-controls={menuId}
          aria-label={site().frame.menu}
          onClick={() => setOpen(!isOpen)}
          className="menu-button -me-2 grid size-11 place-items-center rounded-control tablet:hidden"
        >
          {isOpen ? <CloseIcon /> : <MenuIcon />}
        </button>
        <SiteLinks id={menuId} isOpen={isOpen} path={path} onFollow={() => setOpen(false)} />
      </nav>
    </header>
  )
}

type SiteLinksProps = { id: string; isOpen: boolean; path: string; onFollow: () => void }

function SiteLinks({ id, isOpen, path, onFollow }: SiteLinksProps) {
  const { home, contact } = site().frame
  const links = [
    [home, pagePaths.home],
    [contact, pagePaths.contact],
  ] as const
  return (
    <ul id={id} data-open={isOpen || undefined} className="site-links">
      {links.map(([label, href]) => (
        <li key={href}>
          <Link href={href} aria-current={path === href ? 'page' : undefined} onClick={onFollow} className="site-link">
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Mark() {
  const { logo } = site().look
  if (!logo) return <QueueMark className="h-1/2 w-auto" />
  const { hash, width, height, hasName } = logo
  return (
    <img
      src={logoPath(hash, 1)}
      srcSet={`${logoPath(hash, 2)} 2x`}
      width={width}
      height={height}
      alt={hasName ? site().brand.name : ''}
      className="site-logo"
    />
  )
}
