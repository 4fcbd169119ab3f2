import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { PageName } from '#shared/site/pages.ts'
import { escapeHtml } from './escape-html.ts'

/** While the page's scripts are missing. */
export type WithoutScripts = { needs: string; instead?: string; title?: string; text?: string }

export function wordsWithoutScripts(name: PageName): WithoutScripts | undefined {
  return (site().withoutScripts as Partial<Record<PageName, WithoutScripts>>)[name]
}

/**
 * For browsers too old for the design, and for browsers without scripts, unless the page works for them. The first is
 * `hidden`; src/web/styles/missing.css shows it in old browsers, and those that do not know `hidden` show it too.
 */
export function notices(page: WithoutScripts | undefined, isPlain = false): string {
  const tooOld = `<p class="too-old-notice" hidden>${escapeHtml(site().missing.tooOld)}</p>`
  if (!page || isPlain) return tooOld
  return `${tooOld}\n    <noscript><p>${sentence(fill(site().missing.off, page), page)}</p></noscript>`
}

/** Last, because text browsers ignore `hidden` and show it. */
export function lateNotice(page: WithoutScripts | undefined): string {
  if (!page) return ''
  const { title, text, offline, again } = site().missing.late
  return `<div class="late" role="alert" hidden>
      <p>
        <strong>${escapeHtml(title)}</strong>
        <span class="late-text">${sentence(fill(text, page), page)}</span>
        <span class="late-offline">${escapeHtml(offline)}</span>
      </p>
      <a href="">${escapeHtml(again)}</a>
    </div>`
}

function sentence(words: string, { instead }: WithoutScripts): string {
  return escapeHtml(instead ? `${words} ${instead}` : words)
}
