import type { ListState } from '#shared/owner/list-state.ts'
import { isDeepStrictEqual } from 'node:util'
import { facePath } from '#shared/site/faces.ts'
import { localPath, type PageName, pages } from '#shared/site/pages.ts'
import { paths } from '#shared/site/paths.ts'
import { type Site, site, sourceSite } from '#shared/site/site.ts'
import { direction, languageTag } from '#shared/values/language.ts'
import type { PageContent, PrivacyText } from '#shared/pages/page-content.ts'
import { addressOf, type Build, dataBlock, partsForPages, pick, STYLESHEET } from './build-output.ts'
import {
  escapeHtml,
  hiddenHead,
  lateNotice,
  notices,
  publicHead,
  themeColors,
  type WithoutScripts,
  wordsWithoutScripts,
} from './page-parts.ts'

/** `invited`: the landing page of a referral link. `coded`: of a link with a code that is no friend's. */
export type DrawnName = PageName | 'invited' | 'coded' | 'notFound' | 'letter'

export type PageFacts = {
  origin: string
  measurementId: string | undefined
  sendsMail: boolean
  listState: ListState
  privacy: PrivacyText
}

type ForVisitor = {
  content?: PageContent | null
  search?: string | undefined
  data?: object | undefined
  board?: Site['board'] | undefined
}

type Page = {
  /** The page whose chunk brings this page alive. */
  chunk: PageName | 'notFound'
  path: string
  head: string
  words: { title: string; text: string } | null
  notice?: WithoutScripts | undefined
  isPersonal?: boolean
  isPlain?: boolean
}

export function drawPage(
  build: Build,
  name: DrawnName,
  { content = null, search = '', data, board = [], ...facts }: PageFacts & ForVisitor,
): string {
  const { chunk, path, head, words, notice, isPersonal, isPlain } = describe(name, facts.origin)
  const folder = addressOf(build)
  const { parts = [], styles = [] } = build.needs.pages[kebab(chunk)] ?? {}
  const links = [
    ...(hasOwnLook() ? [`${folder}/colors.css`] : []),
    ...(isPersonal ? [] : styles.map((file) => `/${file}`)),
  ]
  build.setSite({ ...partsForPages(), version: site().version, listState: facts.listState, board })
  const app = build.renderPage(localPath(path) + search, words && { ...words, content }, data)
  const root = '<div id="root"'
  return (
    preloadFace(build.template)
      .replace('/early.js', chunk === 'thankYou' ? '/early-sharing.js' : '/early.js')
      .replace(STYLESHEET, (link) => (hasStyles(name) ? `<style>${build.styles}</style>` : link))
      .replace('<!--theme-color-->', themeColors())
      .replace('<!--measurement-->', () => metaOf(facts))
      .replace('<!--head-->', () => head)
      // After the stylesheet of all pages, which says the order of the layers.
      .replace(
        '</head>',
        (end) => links.map(stylesheet).join('') + (content || data ? whereScriptsAreOff(styles) : '') + end,
      )
      // src/web/main.tsx hydrates pages with `data-drawn`, and replaces the content of the others.
      .replace(/<html[^>]*/, `${htmlStart()}${isPersonal ? '' : ' data-drawn'}${OWN_SIGN[name] ?? ''}`)
      .replace(root, () => (data ? `${root} data-start="${escapeHtml(JSON.stringify(data))}"` : root))
      .replace('<!--app-->', () => app.replace('<!--privacy-->', () => build.renderPrivacy(facts.privacy)))
      .replace('<!--notices-->', () => notices(notice, isPlain))
      .replace('<!--late-->', () => lateNotice(notice))
      .replace('<!--site-->', () =>
        dataBlock(
          { ...pick([...build.needs.first, ...parts]), ...(chunk === 'admin' && inEnglish()) },
          { folder, listState: facts.listState, ...(name === 'leaderboard' && { board }) },
        ),
      )
  )
}

/** What scripts read from the document. */
const OWN_SIGN: Partial<Record<DrawnName, string>> = { coded: ' data-coded', notFound: ' data-missing' }

/** The dashboard has one language, whatever the site’s first is. */
function inEnglish() {
  return { language: 'en', languages: [...new Set(['en', ...site().languages])] }
}

/** Of a document in the language of the site. */
function htmlStart(): string {
  const base = localPath('')
  return `<html lang="${languageTag()}"${direction() === 'rtl' ? ' dir="rtl"' : ''}${base && ` data-base="${base}"`}`
}

/** Most visits begin there: its first paint waits for no other file. */
export function hasStyles(name: DrawnName): boolean {
  return name === 'home' || name === 'invited' || name === 'coded'
}

function describe(name: DrawnName, origin: string): Page {
  const { contact, invitation, invitationPreview, pages: titles } = site()
  if (name === 'invited')
    return {
      chunk: 'home',
      path: `${paths.home}?ref=any`,
      head: publicHead(invitationPreview, { origin, image: localPath(paths.invitationTicket), alt: invitation.title }),
      words: null,
      notice: wordsWithoutScripts('home'),
      isPlain: true,
    }
  if (name === 'coded') return { ...describeListed('home', origin), path: `${paths.home}?ref=any` }
  if (name === 'notFound')
    return { chunk: 'notFound', path: '/no-such-page', head: hiddenHead({ title: titles.notFound.title }), words: null }
  // For browsers without scripts: the contact page has no slot for an answer.
  if (name === 'letter')
    return {
      chunk: 'contact',
      path: paths.contact,
      head: hiddenHead({ title: contact.title }),
      words: { title: contact.form, text: contact.lead },
      isPersonal: true,
      isPlain: true,
    }
  return describeListed(name, origin)
}

function describeListed(name: PageName, origin: string): Page {
  const {
    path,
    isPersonal = false,
    isPlain = false,
  }: { path: string; isPersonal?: boolean; isPlain?: boolean } = pages[name]
  const { title, description } = site().pages[name]
  const ticket = showsSource() ? {} : { image: localPath(paths.ownTicket), alt: site().brand.name }
  const notice = wordsWithoutScripts(name)
  return {
    chunk: name,
    path,
    head:
      description === null ? hiddenHead({ title }) : publicHead({ title, description }, { origin, path, ...ticket }),
    words: isPersonal ? { title: notice!.title!, text: notice!.text! } : null,
    notice,
    isPersonal,
    isPlain,
  }
}

/** The built preview picture shows the name, headline and colours of src/site. */
function showsSource(): boolean {
  const shown = ({ brand, landing }: Pick<typeof sourceSite, 'brand' | 'landing'>) =>
    JSON.stringify([brand.name, landing.headline, landing.trades[0]])
  return !hasOwnLook() && shown(site()) === shown(sourceSite)
}

function hasOwnLook(): boolean {
  const { logo: _, ...own } = site().look
  const { logo: __, ...built } = sourceSite.look
  return !isDeepStrictEqual(own, built)
}

/** The built page asks for the face of the stylesheet. */
function preloadFace(html: string): string {
  const path = facePath(site().look.face)
  return path === null ? html : html.replace(/(<link rel="preload"[^>]* href=")[^"]+("[^>]* as="font")/, `$1${path}$2`)
}

function metaOf({ measurementId, sendsMail }: PageFacts): string {
  return [
    measurementId ? `<meta name="ga-measurement-id" content="${measurementId}" />` : '',
    sendsMail ? '' : '<meta name="mail" content="none" />',
  ].join('')
}

/** What the page's chunk would bring, and what shows the rest without it. */
function whereScriptsAreOff(styles: string[]): string {
  return `<noscript>${['/without-scripts.css', ...styles.map((file) => `/${file}`)].map(stylesheet).join('')}</noscript>`
}

function stylesheet(href: string): string {
  return `<link rel="stylesheet" href="${href}" />`
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
