import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Utm } from '#shared/joining/join.ts'
import { openWith, type SealingKey, sealWith } from '../base/sealing.ts'
import { type Cookies, MOST_BYTES } from './cookies.ts'

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
const KEPT_MS = 10 * MINUTE_MS
const FORM_MS = 24 * 60 * MINUTE_MS

/** Two cookies, so that a form on another site does not overwrite what our own form has stored. */
const COOKIES = { here: 'firstchair_start', elsewhere: 'firstchair_start_elsewhere' }

type Dependencies = { key: SealingKey; cookies: Cookies; now: () => Date }

/**
 * Nobody can read or change what is sealed, and every server of the database can open it. The cookie also proves that a
 * page of ours sent the form: browsers do not send it with a form of another site.
 */
export function createStarts({ key, cookies, now }: Dependencies): Starts {
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
      cookies.write(reply, start.isElsewhere ? COOKIES.elsewhere : COOKIES.here, { value, goodForMs: KEPT_MS })
    },
    forget: (reply) => Object.values(COOKIES).forEach((name) => cookies.forget(reply, name)),
    remembered(request) {
      const kept = Object.values(COOKIES).flatMap((name) => open(cookies.read(request, name), KEPT_MS) ?? [])
      return kept.sort((a, b) => b.at - a.at)
    },
    seal,
    open: (sealed) => open(sealed, FORM_MS),
  }
}
