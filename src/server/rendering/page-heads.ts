import { site } from '#shared/site/site.ts'
import { escapeHtml } from './escape-html.ts'

type Page = { title: string; description: string }

type PublicHead = {
  /** The canonical address for search engines. Without one, the page is marked as `noindex`. */
  path?: string
  /** The path of the preview picture and its alternative text. Default: the built picture of the landing page. */
  image?: string
  alt?: string
}

const CHAIRS = 'A row of chairs with the tools of the trade, waiting for the first chair'

/**
 * The tags for search engines and for the previews of social networks. The server fills in __PUBLIC_URL__ when it
 * prepares the page.
 */
export function publicHead(
  { title, description }: Page,
  { path, image = '/share.png', alt = CHAIRS }: PublicHead,
): string {
  const [safeTitle, safeDescription, name] = [title, description, site().brand.name].map(escapeHtml)
  // Social networks show the preview of the canonical address, so the page of a referral link must not have one.
  const place = path
    ? [
        `<link rel="canonical" href="__PUBLIC_URL__${path}" />`,
        `<meta property="og:url" content="__PUBLIC_URL__${path}" />`,
      ]
    : [`<meta name="robots" content="noindex" />`]
  return [
    `<title>${safeTitle}</title>`,
    `<meta name="description" content="${safeDescription}" />`,
    ...place,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${name}" />`,
    `<meta property="og:locale" content="en_GB" />`,
    `<meta property="og:title" content="${safeTitle}" />`,
    `<meta property="og:description" content="${safeDescription}" />`,
    `<meta property="og:image" content="__PUBLIC_URL__${image}" />`,
    `<meta property="og:image:width" content="1200" />`,
    `<meta property="og:image:height" content="630" />`,
    `<meta property="og:image:alt" content="${escapeHtml(alt)}" />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
    `<meta name="twitter:title" content="${safeTitle}" />`,
    `<meta name="twitter:description" content="${safeDescription}" />`,
    `<meta name="twitter:image" content="__PUBLIC_URL__${image}" />`,
  ].join('\n    ')
}

/** For pages that search engines leave out. */
export function hiddenHead({ title }: Pick<Page, 'title'>): string {
  return `<title>${escapeHtml(title)}</title>\n    <meta name="robots" content="noindex" />`
}

/** The colour of the browser's own bars. */
export function themeColors(): string {
  return (['light', 'dark'] as const)
    .map(
      (mode) =>
        `<meta name="theme-color" content="${site().colors[mode].paper}" media="(prefers-color-scheme: ${mode})" />`,
    )
    .join('\n    ')
}

export function robots(): string {
  return 'User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: __PUBLIC_URL__/sitemap.xml\n'
}

export function sitemap(paths: string[]): string {
  const urls = paths.map((path) => `  <url><loc>__PUBLIC_URL__${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

export function manifest(): string {
  return JSON.stringify({
    name: `${site().brand.name} waitlist`,
    short_name: site().brand.name,
    description: site().brand.pitch,
    start_url: '/',
    display: 'minimal-ui',
    background_color: site().colors.light.paper,
    theme_color: site().colors.light.paper,
    icons: [
      // The SVG comes first, because the page has already loaded it.
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}
