import { dirname, join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { SOURCES } from './pages.ts'

/** A part of a page between two headings. */
type Section = { id: string; heading: string; text: string }
export type Rendered = { title: string; html: string; sections: Section[] }

const markdown = new MarkdownIt({ html: false })
const paths = new Map(SOURCES.map(({ file, name }) => [file, name]))

/** `pictures`: gets every picture of the page, as a path from the project's root. */
export function renderMarkdown(source: string, { file, pictures }: { file: string; pictures: Set<string> }): Rendered {
  const tokens = markdown.parse(source, {})
  const sections: Section[] = []
  const taken = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1]!)
      const id = unique(slugOf(heading), taken)
      token.attrSet('id', id)
      sections.push({ id, heading, text: '' })
    } else if (token.type === 'inline') {
      followLinks(token.children!, { file, pictures })
      sections.at(-1)!.text += `${textOf(token)}\n`
    } else if (token.type === 'fence') sections.at(-1)!.text += token.content
  }
  const [title] = sections
  return {
    title: title?.heading ?? file,
    html: wrapTables(markdown.renderer.render(tokens, markdown.options, {})),
    sections,
  }
}

type Token = ReturnType<typeof markdown.parse>[number]

/** Points links to pages at the site's pages and pictures at its pictures, and keeps only the text of links to the code. */
function followLinks(tokens: Token[], { file, pictures }: { file: string; pictures: Set<string> }) {
  let isOfCode = false
  for (const token of tokens) {
    if (token.type === 'image') {
      const picture = join(dirname(file), String(token.attrGet('src')))
      pictures.add(picture)
      token.attrSet('src', `${upFrom(file)}${picture}`)
      token.attrSet('loading', 'lazy')
    } else if (token.type === 'link_open') {
      const href = addressOnSite(String(token.attrGet('href')), { file, ending: '.html' })
      isOfCode = href === null
      if (href !== null) token.attrSet('href', href)
    }
    if (token.type.startsWith('link_')) token.hidden = isOfCode
  }
}

/** The address of a link on the site, relative to the page of `file`; null if the site has no such page. */
function addressOnSite(href: string, { file, ending }: { file: string; ending: '.html' | '.md' }): string | null {
  if (/^(https?|mailto):|^#/.test(href)) return href
  const [path = '', fragment] = href.split('#')
  const name = paths.get(join(dirname(file), path))
  return name ? `${upFrom(file)}${name}${ending}${fragment ? `#${fragment}` : ''}` : null
}

/** The Markdown of a page with the site's own addresses, for programs. Links to the code become plain text. */
export function relinkMarkdown(source: string, file: string): string {
  return source.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (_link, mark: string, text: string, href: string) => {
    if (mark) return `![${text}](${upFrom(file)}${join(dirname(file), href)})`
    const address = addressOnSite(href, { file, ending: '.md' })
    return address === null ? text : `[${text}](${address})`
  })
}

/** The relative path from the page of a file to the root of the site. */
export function upFrom(file: string): string {
  return '../'.repeat((paths.get(file) ?? '').split('/').length - 1)
}

/** The id of a heading by GitHub's rule, which the links between our files follow. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function unique(id: string, taken: Map<string, number>): string {
  const times = taken.get(id) ?? 0
  taken.set(id, times + 1)
  return times === 0 ? id : `${id}-${times}`
}

function textOf({ children }: Token): string {
  return (children ?? []).map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('')
}

/** A wide table scrolls by itself. */
function wrapTables(html: string): string {
  return html.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>')
}
