import { site } from '#shared/site/site.ts'
import { escapeHtml } from '../../src/server/rendering/escape-html.ts'
import { upFrom, type Rendered } from './markdown.ts'
import { GROUPS, type Source } from './pages.ts'

/** `titles`: of every page, by its file. */
export function toPage({
  source,
  page,
  titles,
}: {
  source: Source
  page: Rendered
  titles: Map<string, string>
}): string {
  const up = upFrom(source.file)
  const { brand } = site()
  const title = source.name === 'index' ? brand.name : `${page.title} · ${brand.name}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${up}favicon.svg">
<link rel="stylesheet" href="${up}docs.css">
<link rel="alternate" type="text/markdown" href="${up}${source.name}.md">
<script type="module" src="${up}docs.js"></script>
</head>
<body data-up="${up}">
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${up}index.html">${escapeHtml(brand.name)} <span>docs</span></a>
<a class="to-pages" href="#pages">Pages</a>
<form role="search" hidden>
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" placeholder="Search" aria-controls="results">
<ol id="results" aria-live="polite" hidden></ol>
</form>
</header>
<div class="columns">
<nav id="pages" aria-label="Pages">${GROUPS.map(({ title, sources }) => navigationOf(title, sources)).join('')}</nav>
<main id="content">
${page.html}
<footer><a href="${up}${source.name}.md">This page as Markdown</a></footer>
</main>
</div>
</body>
</html>
`

  function navigationOf(group: string, sources: Source[]): string {
    const isHere = sources.some(({ file }) => file === source.file)
    const links = sources.map(({ file, name }) => {
      const current = file === source.file ? ' aria-current="page"' : ''
      return `<li><a href="${up}${name}.html"${current}>${escapeHtml(titles.get(file)!)}</a></li>`
    })
    // There are too many decisions to have them all open.
    const open = isHere || group !== 'Decisions' ? ' open' : ''
    return `<details${open}><summary>${group}</summary><ul>${links.join('')}</ul></details>`
  }
}
