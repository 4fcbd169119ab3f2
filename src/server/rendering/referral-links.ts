import type { FastifyInstance } from 'fastify'
import { pagePaths } from '#shared/site/page-paths.ts'
import { referralCodeIn } from '#shared/joining/referral-link.ts'

/** /r/<code>, of other waitlist tools: an import keeps the codes of such links. */
export function redirectForeignLinks(app: FastifyInstance) {
  app.get<{ Params: { '*': string } }>('/r/*', ({ url, params }, reply) => {
    const search = new URL(url, 'http://any.host').searchParams
    search.set('ref', params['*'].replace(/\/.*$/s, ''))
    return reply.redirect(`${pagePaths.home}?${search}`)
  })
}

export function isInvited(url: string): boolean {
  return referralCodeIn(new URL(url, 'http://any.host').search) !== null
}
