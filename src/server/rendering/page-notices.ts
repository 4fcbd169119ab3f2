import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import type { PageName } from '#shared/site/pages.ts'
import { escapeHtml } from './escape-html.ts'

/** The notice on a page while its scripts are missing. */
export type WithoutScripts = { needs: string; instead?: string; title?: string; text?: string }

export function wordsWithoutScripts(name: PageName): WithoutScripts | undefined {
  return (site().withoutScripts as Partial<Record<PageName, WithoutScripts>>)[name]
}

/**
 * The notices on top of a page: for browsers that are too old for its design, and for those that run no scripts, unless
 * the page works for them. Without src/web/styles/missing.css the first is hidden, except in browsers that know no `hidden`.
 */
export function notices(page: WithoutScripts | undefined, isPlain = false): string {
  const tooOld = `<p class="too-old-notice" hidden>${escapeHtml(site().missing.tooOld)}</p>`
  if (!page || isPlain) return tooOld
  return `${tooOld}\n    <noscript><p>${sentence(fill(site().missing.off, page), page)}</p></noscript>`
}

/** The notice for browsers to which a script does not arrive. It comes last: text browsers know no `hidden`, and show it. */
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
