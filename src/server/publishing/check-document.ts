import type { SiteProblem } from '#shared/site/site-editing.ts'
import { nearestBrandColor } from '#shared/site/brand-colors.ts'
import { SLOT } from '#shared/values/fill.ts'
import { FILM_NAME } from '#shared/site/film.ts'
import { paths } from '#shared/site/paths.ts'
import { isEmail } from '#shared/values/email.ts'
import { type SiteDocument, sourceSite } from '#shared/site/site.ts'
import { isStorable } from '#shared/values/text.ts'
import { checkQuestions } from './check-questions.ts'
import { completed, isRecord, unknownParts } from './completed.ts'

const UNKNOWN_PART = 'is not a part of a site'

const BASICS = ['brand', 'launch', 'support', 'questions']
const LEAST_ROOM = 80
const MOST_ITEMS = 24
const FILM_HOSTS = ['www.youtube-nocookie.com', 'player.vimeo.com']

/**
 * The problems that keep a document from being published, each with its path in the document and one sentence. Every
 * text is inserted as plain text, never as markup or code, so `<` and the like are allowed. Parts that the document
 * lacks are no problem: they come from src/site, as for a draft from before an update. `former`: the newest published
 * document.
 */
export function checkDocument(document: object, former: SiteDocument): SiteProblem[] {
  const site = completed(document)
  const shape = [
    ...unknownParts(document).map((path) => problem(path, UNKNOWN_PART)),
    ...checkPart(site, { source: sourceSite, path: [] }),
  ]
  if (shape.length > 0) return shape
  return [
    ...checkLook(site),
    ...checkBrand(site),
    ...checkFilm(site),
    ...checkQuestions(site.questions, former.questions),
  ]
}

type Place = { source: unknown; path: string[] }

function checkPart(value: unknown, { source, path }: Place): SiteProblem[] {
  const [first] = path
  // Questions, the look and `embed` have their own checks.
  if (first === 'questions' || first === 'look' || path.at(-1) === 'embed') return []
  if (path.at(-1) === 'labels') return checkLabels(value, path)
  if (typeof source === 'string') return checkText(value, { source, path })
  if (typeof source === 'number')
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? [] : [problem(path, 'must be a number')]
  if (Array.isArray(source)) return checkList(value, { source, path })
  if (!isRecord(source)) return []
  if (!isRecord(value)) return [problem(path, 'is missing')]
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(source, name))
  return [
    ...unknown.map((name) => problem([...path, name], UNKNOWN_PART)),
    ...Object.entries(source).flatMap(([name, part]) =>
      checkPart(value[name], { source: part, path: [...path, name] }),
    ),
  ]
}

/** Checks labels that are stored by the names of questions. Any name is allowed. */
function checkLabels(value: unknown, path: string[]): SiteProblem[] {
  if (!isRecord(value)) return [problem(path, 'is missing')]
  return Object.entries(value).flatMap(([name, text]) => checkText(text, { source: 'A label', path: [...path, name] }))
}

function checkList(value: unknown, { source, path }: Place & { source: unknown[] }): SiteProblem[] {
  if (!Array.isArray(value) || value.length === 0) return [problem(path, 'needs at least one entry')]
  if (value.length > MOST_ITEMS) return [problem(path, `may have ${MOST_ITEMS} entries at most`)]
  return value.flatMap((item: unknown, index) =>
    checkPart(item, { source: source[index] ?? source[0], path: [...path, String(index)] }),
  )
}

function checkText(value: unknown, { source, path }: Place & { source: string }): SiteProblem[] {
  if (typeof value !== 'string') return [problem(path, 'must be a text')]
  if (value.trim() === '') return source.trim() === '' ? [] : [problem(path, 'must not be empty')]
  const most = Math.max(LEAST_ROOM, source.length * 3)
  if (value.length > most) return [problem(path, `may have ${most} characters at most, and has ${value.length}`)]
  const hasBreaks = source.includes('\n')
  if (!isStorable(value) || (/[\r\n\t]/.test(value) && !hasBreaks)) return [problem(path, 'must be one line of text')]
  const known = new Set([...namesIn(source), ...BASICS])
  const unknown = namesIn(value).filter((name) => !known.has(name))
  if (unknown.length > 0)
    return [
      problem(
        path,
        `mentions {${unknown[0]}}, which has no value here. It may mention ${[...known].map((name) => `{${name}}`).join(', ')}`,
      ),
    ]
  if (/[{}]/.test(value.replace(SLOT, ''))) return [problem(path, 'has a brace that is not closed or not opened')]
  return []
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(SLOT), ([, name]) => name!)
}

function checkLook({ look }: SiteDocument): SiteProblem[] {
  return [...checkColor(look), ...checkLogo(look)]
}

/** Checks the fields of the logo strictly: the hash becomes a file name, and the size is written into pages. */
function checkLogo({ logo }: SiteDocument['look']): SiteProblem[] {
  if (logo === null) return []
  const { hash, width, height, hasName } = logo ?? {}
  const isRight =
    /^[\da-f]{32}$/.test(hash) && Number.isInteger(width) && Number.isInteger(height) && typeof hasName === 'boolean'
  return isRight ? [] : [problem(['look', 'logo'], 'must be a logo that was sent here, or null')]
}

function checkColor(look: SiteDocument['look']): SiteProblem[] {
  const path = ['look', 'color']
  if (!/^#[\da-f]{6}$/.test(look?.color)) return [problem(path, `must be a colour like ${sourceSite.look.color}`)]
  const nearest = nearestBrandColor(look.color)
  return nearest === look.color
    ? []
    : [
        problem(
          path,
          `is too dark or too light to read text on it. The nearest colour on which it can be read is ${nearest}`,
        ),
      ]
}

function checkBrand({ brand }: SiteDocument): SiteProblem[] {
  return isEmail(brand.supportEmail) ? [] : [problem(['brand', 'supportEmail'], 'must be an email address')]
}

/**
 * The file must have the path of an uploaded film, or be that of src/site. The embed must be https, on a host that the
 * page's policy allows.
 */
function checkFilm({ landing: { film } }: SiteDocument): SiteProblem[] {
  const path = ['landing', 'film']
  const own = sourceSite.landing.film.file as string
  if (film.file !== own && !isSent(film.file))
    return [problem([...path, 'file'], `must be a film that was sent here, or ${own}`)]
  if (film.embed === null) return []
  const url = typeof film.embed === 'string' ? URL.parse(film.embed) : null
  if (url?.protocol === 'https:' && FILM_HOSTS.includes(url.hostname)) return []
  return [problem([...path, 'embed'], `must begin with https:// and lead to ${FILM_HOSTS.join(' or ')}`)]
}

function isSent(file: unknown): boolean {
  const start = `${paths.film}/`
  return typeof file === 'string' && file.startsWith(start) && FILM_NAME.test(file.slice(start.length))
}

function problem(path: readonly (string | number)[], sentence: string): SiteProblem {
  return { path: path.join('.'), sentence }
}
