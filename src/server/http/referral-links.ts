import type { FastifyInstance } from 'fastify'
import { pagePaths } from '#shared/site/page-paths.ts'
import { referralCodeIn } from '#shared/joining/referral-link.ts'

/** Redirects the links of other waitlist tools. An import keeps their codes. */
export function redirectForeignLinks(app: FastifyInstance) {
  app.get<{ Params: { '*': string } }>('/r/*', { schema: { hide: true } }, ({ url, params }, reply) => {
    const search = new URL(url, 'http://any.host').searchParams
    search.set('ref', params['*'].replace(/\/.*$/s, ''))
    return reply.redirect(`${pagePaths.home}?${search}`)
  })
}

/** Whether the address is a referral link. Its page and preview show an invitation. */
export function isInvited(url: string): boolean {
  return referralCodeIn(new URL(url, 'http://any.host').search) !== null
}
