import { fill } from '#shared/fill.ts'
import { site } from '#shared/site.ts'
import type { PageName } from '#shared/pages.ts'
import { escapeHtml } from './escape-html.ts'

/** The notice on a page while its scripts are missing. */
export type WithoutScripts = { needs: string; instead?: string; title?: string; text?: string }

export function wordsWithoutScripts(name: PageName): WithoutScripts | undefined {
  return (site().withoutScripts as Partial<Record<PageName, WithoutScripts>>)[name]
}

/**
 * The notices of a page: for browsers that are too old, that run no scripts, or to which a script does not arrive.
 * src/web/styles/missing.css shows the first and the last; without it, both are hidden.
 */
export function notices(page: WithoutScripts | undefined): string {
  const tooOld = `<p class="too-old-notice" hidden>${escapeHtml(site().missing.tooOld)}</p>`
  if (!page) return tooOld
  const { needs, instead } = page
  const { title, text, offline, again } = site().missing.late
  const sentence = (words: string) => escapeHtml(instead ? `${words} ${instead}` : words)
  return [
    tooOld,
    `<noscript><p>${sentence(fill(site().missing.off, { needs }))}</p></noscript>`,
    `<div class="late" role="alert" hidden>
      <p>
        <strong>${escapeHtml(title)}</strong>
        <span class="late-text">${sentence(fill(text, { needs }))}</span>
        <span class="late-offline">${escapeHtml(offline)}</span>
      </p>
      <a href="">${escapeHtml(again)}</a>
    </div>`,
  ].join('\n    ')
}
