import { site } from '#shared/site/site.ts'
import { fill, languageTag } from '#shared/values/language.ts'
import { localPath, type PageName } from '#shared/site/pages.ts'

type Page = { title: string; description: string }

type PublicHead = {
  /** Networks follow no relative addresses. */
  origin: string
  /** Canonical. Without one, the page is marked as `noindex`. */
  path?: string
  image?: string
  alt?: string
}

export function publicHead(
  { title, description }: Page,
  { origin, path, image = '/share.png', alt = site().titles.picture }: PublicHead,
): string {
  const [safeTitle, safeDescription, name] = [title, description, site().brand.name].map(escapeHtml)
  // Networks show the preview of the canonical address, so a referral link must not have one.
  const place = path
    ? [
        `<link rel="canonical" href="${origin}${localPath(path)}" />`,
        ...versionsOf(path).map(
          ({ language, path }) => `<link rel="alternate" hreflang="${language}" href="${origin}${path}" />`,
        ),
        `<meta property="og:url" content="${origin}${localPath(path)}" />`,
      ]
    : [`<meta name="robots" content="noindex" />`]
  return [
    `<title>${safeTitle}</title>`,
    `<meta name="description" content="${safeDescription}" />`,
    ...place,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${name}" />`,
    `<meta property="og:locale" content="${networksLocale()}" />`,
    `<meta property="og:title" content="${safeTitle}" />`,
    `<meta property="og:description" content="${safeDescription}" />`,
    `<meta property="og:image" content="${origin}${image}" />`,
    `<meta property="og:image:width" content="1200" />`,
    `<meta property="og:image:height" content="630" />`,
    `<meta property="og:image:alt" content="${escapeHtml(alt)}" />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
    `<meta name="twitter:title" content="${safeTitle}" />`,
    `<meta name="twitter:description" content="${safeDescription}" />`,
    `<meta name="twitter:image" content="${origin}${image}" />`,
  ].join('\n    ')
}

/** In each language of the site, and for everybody else. None if there is only one. */
export function versionsOf(path: string): { language: string; path: string }[] {
  const { languages } = site()
  if (languages.length === 1) return []
  return [
    ...languages.map((language) => ({ language, path: localPath(path, language) })),
    { language: 'x-default', path },
  ]
}

function networksLocale(): string {
  const { language, region } = new Intl.Locale(languageTag()).maximize()
  return `${language}_${region}`
}

export function hiddenHead({ title }: Pick<Page, 'title'>): string {
  return `<title>${escapeHtml(title)}</title>\n    <meta name="robots" content="noindex" />`
}

export function themeColors(): string {
  return (['light', 'dark'] as const)
    .map(
      (mode) =>
        `<meta name="theme-color" content="${site().colors[mode].paper}" media="(prefers-color-scheme: ${mode})" />`,
    )
    .join('\n    ')
}

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

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
