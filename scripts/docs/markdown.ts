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
      for (const child of token.children!) followLink(child, { file, pictures })
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

/** Links to pages lead to pages of the site, and links to the code are shown as its path. */
function followLink(token: Token, { file, pictures }: { file: string; pictures: Set<string> }) {
  if (token.type === 'image') {
    const picture = join(dirname(file), String(token.attrGet('src')))
    pictures.add(picture)
    token.attrSet('src', `${upFrom(file)}${picture}`)
    token.attrSet('loading', 'lazy')
    return
  }
  const href = token.type === 'link_open' ? String(token.attrGet('href')) : ''
  if (!href || /^(https?|mailto):|^#/.test(href)) return
  const [path = '', fragment] = href.split('#')
  const target = join(dirname(file), path)
  const name = paths.get(target)
  if (name) return token.attrSet('href', `${upFrom(file)}${name}.html${fragment ? `#${fragment}` : ''}`)
  token.attrs = [['title', `In the code: ${target}`]]
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
