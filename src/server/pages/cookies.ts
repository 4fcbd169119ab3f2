import { createHmac, timingSafeEqual, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SealingKey, openWith, sealWith } from '../base/sealing.ts'
import * as z from 'zod/mini'
import { Utm } from '#shared/joining/join.ts'

/** Browsers keep 4,096 bytes at most, with the name and the attributes. */
const MOST_BYTES = 3_800

/** Scripts cannot read them, and browsers do not send them with a form of another site. */
type Cookies = {
  write: (reply: FastifyReply, name: string, kept: { value: string; goodForMs: number }) => void
  forget: (reply: FastifyReply, name: string) => void
  read: (request: Pick<FastifyRequest, 'headers'>, name: string) => string
}

export function createCookies({ isSecure }: { isSecure: () => boolean }): Cookies {
  const nameOf = (name: string) => (isSecure() ? `__Host-${name}` : name)

  const write: Cookies['write'] = (reply, name, { value, goodForMs }) => {
    // Lax: the browser must send the cookie after the redirect that follows a form of another site.
    const attributes = `Path=/; Max-Age=${goodForMs / 1_000}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
    void reply.header('set-cookie', `${nameOf(name)}=${value}; ${attributes}`)
  }

  return {
    write,
    forget: (reply, name) => write(reply, name, { value: '', goodForMs: 0 }),
    read({ headers }, name) {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
      return pairs.find((pair) => pair.startsWith(`${nameOf(name)}=`))?.slice(nameOf(name).length + 1) ?? ''
    },
  }
}

/** In a cookie, for a browser without scripts. */
export type HeldTokens = {
  of: (request: FastifyRequest) => string
  keep: (reply: FastifyReply, token: string) => void
  forget: (reply: FastifyReply) => void
  /** The CSRF token for a hidden field, which another site does not know. */
  proof: (token: string) => string
  isProof: (sent: string, token: string) => boolean
}

const COOKIE = 'firstchair_held'
/** As long as a mailed link proves that its holder reads the mailbox. */
const KEPT_MS = 60 * 60_000

export function createHeldTokens({ key, cookies }: { key: SealingKey; cookies: Cookies }): HeldTokens {
  const proof = (token: string) => createHmac('sha256', key.bytes).update(`form of ${token}`).digest('base64url')
  return {
    of: (request) => cookies.read(request, COOKIE),
    keep: (reply, token) => cookies.write(reply, COOKIE, { value: token, goodForMs: KEPT_MS }),
    forget: (reply) => cookies.forget(reply, COOKIE),
    proof,
    isProof(sent, token) {
      const [given, needed] = [Buffer.from(sent), Buffer.from(proof(token))]
      return token !== '' && given.length === needed.length && timingSafeEqual(given, needed)
    },
  }
}

/** What a browser without scripts carries from the form for the email through the questions. */
const Start = z.object({
  id: z.string(),
  email: z.string(),
  code: z.nullable(z.string()),
  utm: z.nullable(Utm),
  stamp: z.string(),
  isElsewhere: z.boolean(),
  /** The window that opened this one and gets a message with the outcome. */
  tells: z._default(z.nullable(z.string()), null),
  thanks: z._default(z.nullable(z.string()), null),
  /** The answers so far. The cookie has none. */
  fields: z._default(z.array(z.tuple([z.string(), z.string()])), []),
  at: z.number(),
})
export type Start = z.infer<typeof Start>

export type Starts = {
  begin: (start: Omit<Start, 'id' | 'at' | 'fields'>) => Start
  /** For ten minutes. */
  keep: (reply: FastifyReply, start: Start) => void
  forget: (reply: FastifyReply) => void
  remembered: (request: FastifyRequest) => Start[]
  /** For a hidden field, valid for a day. */
  seal: (start: Start) => string
  open: (sealed: string) => Start | null
}

const MINUTE_MS = 60_000
const START_MS = 10 * MINUTE_MS
const FORM_MS = 24 * 60 * MINUTE_MS

/** Two cookies, so that a form on another site does not overwrite what our own form has stored. */
const COOKIES = { here: 'firstchair_start', elsewhere: 'firstchair_start_elsewhere' }

type Keeping = { key: SealingKey; cookies: Cookies; now: () => Date }

/**
 * Nobody can read or change what is sealed, and every server of the database can open it. The cookie also proves that a
 * page of ours sent the form: browsers do not send it with a form of another site.
 */
export function createStarts({ key, cookies, now }: Keeping): Starts {
  function open(sealed: string, goodForMs: number): Start | null {
    const text = openWith([key], sealed, 'start')
    const start = text === null ? null : (Start.safeParse(JSON.parse(text)).data ?? null)
    return start && now().getTime() - start.at <= goodForMs ? start : null
  }

  const seal = (start: Start) => sealWith(key, JSON.stringify(start), 'start')

  return {
    begin: (start) => ({ ...start, fields: [], id: randomUUID(), at: now().getTime() }),
    keep(reply, start) {
      const kept = { ...start, fields: [], at: now().getTime() }
      const whole = seal(kept)
      // A cookie that would be too long loses the campaign, so that the email is kept.
      const value = whole.length <= MOST_BYTES ? whole : seal({ ...kept, utm: null })
      cookies.write(reply, start.isElsewhere ? COOKIES.elsewhere : COOKIES.here, { value, goodForMs: START_MS })
    },
    forget: (reply) => Object.values(COOKIES).forEach((name) => cookies.forget(reply, name)),
    remembered(request) {
      const kept = Object.values(COOKIES).flatMap((name) => open(cookies.read(request, name), START_MS) ?? [])
      return kept.sort((a, b) => b.at - a.at)
    },
    seal,
    open: (sealed) => open(sealed, FORM_MS),
  }
}
