import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { MOST_BYTES } from '#shared/list/imports.ts'
import { sampleAnswers } from '../../test/sample-answers.ts'
import { type Answer, NAME, redirectOf, type Request, type Visitor } from './visitor.ts'
import { ROUTES } from '#shared/routes.ts'

export const PASSWORD = 'the owner’s own password'

type Site = {
  ports: { plain: number }
  from: (address: string) => Promise<Visitor>
}
export type Say = (claim: string, found: unknown, expected?: unknown) => void

const ONCE = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cache-control',
  'content-type',
  'content-encoding',
  'etag',
]
const JSON_BODY = { 'content-type': 'application/json' }

let people = 0

export function joining(): Request {
  people += 1
  const body = JSON.stringify({ email: `person-${people}@example.com`, full_name: 'Robin Reed', ...sampleAnswers() })
  return { method: 'POST', headers: JSON_BODY, body }
}

export async function checkClaims({ ports, from }: Site, say: Say): Promise<void> {
  const visitor = await from('127.0.0.2')
  say('HTTP/2 is negotiated', visitor.protocol, 'h2')
  const { status, location } = await redirectOf(ports.plain, '/?ref=abc')
  say('http is redirected to https for good', [301, 308].includes(status))
  say('with the whole address', location?.replace(/:\d+\//, '/'), `https://${NAME}/?ref=abc`)
  await checkFiles(visitor, say)
  await checkLimits(visitor, say)
  const cookie = await checkSession(visitor, say)
  await checkEvents(visitor, cookie, say)
  await checkImport(visitor, cookie, say)
  await checkAddresses(from, say)
  visitor.close()
}

async function checkFiles(visitor: Visitor, say: Say) {
  const page = await visitor.ask('/', { headers: { 'accept-encoding': 'br' } })
  const doubled = ONCE.filter((name) => page.all.filter(([sent]) => sent === name).length !== 1)
  say('each security header of a page is there once', doubled, [])
  const html = brotliDecompressSync(page.body).toString()
  say('a page is compressed once', html.includes('<!doctype html>'))
  const asset = /\/assets\/[\w.-]+\.js/.exec(html)![0]
  const [plain, packed] = [await visitor.ask(asset), await visitor.ask(asset, { headers: { 'accept-encoding': 'br' } })]
  say('a file is compressed once', plain.body.equals(brotliDecompressSync(packed.body)))
  const caching = packed.all.filter(([name]) => name === 'cache-control').map(([, value]) => value)
  say('a file with a hash is kept for ever', caching, ['public, max-age=31536000, immutable'])
  const again = await visitor.ask(asset, { headers: { 'if-none-match': String(packed.headers.etag) } })
  say('and is not sent a second time', again.status, 304)
}

async function checkLimits(visitor: Visitor, say: Say) {
  const joined = await visitor.ask(ROUTES.join.path, joining())
  say('people join', joined.status, 201)
  const long = await visitor.ask(ROUTES.join.path, { ...joining(), body: JSON.stringify('x'.repeat(70_000)) })
  say('a body above 64 KB is refused in words', [long.status, errorOf(long)], [413, 'too-large'])
}

async function checkSession(visitor: Visitor, say: Say): Promise<string> {
  const other = await visitor.ask(ROUTES.session.path, signIn({ origin: 'https://elsewhere.example' }))
  say('another site cannot sign in', other.status, 403)
  const own = await visitor.ask(ROUTES.session.path, signIn({ origin: `https://${NAME}` }))
  say('the owner signs in', own.status, 204)
  const cookies = own.headers['set-cookie'] ?? []
  say(
    'cookies are secure',
    cookies.map((cookie) => /Secure/.test(cookie) && /HttpOnly/.test(cookie)),
    [true, true],
  )
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

const SIGN_OF_LIFE = 'event: alive\ndata: {}\n\n'
/** Longer than the 15 seconds between two heartbeats of a visitor's place. */
const QUIET_SECONDS = 20

async function checkEvents(visitor: Visitor, cookie: string, say: Say) {
  const live = visitor.listen(ROUTES.live.path, { cookie })
  const opened = await live.heard('retry:', 2)
  say(`events begin at once (${ms(opened)})`, opened !== null && opened < 1_000)
  // The first poll only reads the state to compare with.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const before = performance.now()
  await visitor.ask(ROUTES.join.path, joining())
  const heard = await live.heard('event: joined', 10)
  const took = heard === null ? null : performance.now() - before
  say(`an event is not buffered (${ms(took)} after the join)`, took !== null && took < 2_500)
  say('a connection without events stays open', (await live.heard(SIGN_OF_LIFE.repeat(QUIET_SECONDS), 60)) !== null)
  live.close()
}

async function checkImport(visitor: Visitor, cookie: string, say: Say) {
  const url = `${ROUTES.importPeople.path}?dry_run=yes`
  const headers = { cookie, 'content-type': 'text/csv', origin: `https://${NAME}` }
  const rows = Array.from({ length: 60_000 }, (_none, row) => `someone-${row}@example.com,Robin Reed ${row}`)
  const read = await visitor.ask(url, { method: 'POST', headers, body: `email,full_name\n${rows.join('\n')}\n` })
  say('a file of 60,000 people is read', read.status, 200)
  const refused = await visitor.ask(url, { method: 'POST', headers, body: Buffer.alloc(MOST_BYTES + 1) })
  say('a file above 100 MB is refused', refused.status, 413)
  const list = await visitor.ask(ROUTES.entriesCsv.path, { headers: { cookie } })
  say('the list is exported', [list.status, list.body.includes('@example.com')], [200, true])
}

/** A sixth wrong password within a minute is refused, so answers tell which visitors share an address. */
async function checkAddresses(from: Site['from'], say: Say) {
  const guess = (visitor: Visitor, index: number) =>
    visitor.ask(ROUTES.session.path, {
      ...signIn({ origin: `https://${NAME}`, 'x-forwarded-for': `198.51.100.${index}`, forwarded: 'for=198.51.100.1' }),
      body: JSON.stringify({ password: `a wrong password, ${index}` }),
    })
  const [one, other] = [await from('127.0.0.3'), await from('127.0.0.4')]
  const statuses = []
  for (let index = 1; index <= 6; index += 1) statuses.push((await guess(one, index)).status)
  say('a forged X-Forwarded-For does not change the address', statuses, [401, 401, 401, 401, 401, 429])
  say('each visitor has an address of their own', (await guess(other, 7)).status, 401)
  for (const visitor of [one, other]) visitor.close()
}

function signIn(headers: Record<string, string>): Request {
  return { method: 'POST', headers: { ...JSON_BODY, ...headers }, body: JSON.stringify({ password: PASSWORD }) }
}

function errorOf({ body }: Answer): unknown {
  try {
    return JSON.parse(body.toString()).error.code
  } catch {
    return body.toString().slice(0, 80)
  }
}

function ms(time: number | null): string {
  return time === null ? 'never' : `${Math.round(time)} ms`
}

export function createReport() {
  const failed: string[] = []
  return {
    failed,
    under:
      (name: string): Say =>
      (claim, found, expected = true) => {
        const holds = isDeepStrictEqual(found, expected)
        const what = `${name}: ${claim}${holds ? '' : `: ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`}`
        if (!holds) failed.push(what)
        console.log(`${holds ? 'holds ' : 'FAILED'}  ${what}`)
      },
  }
}
