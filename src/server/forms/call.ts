import type { FastifyRequest } from 'fastify'
import type { ErrorResponse } from '#shared/values/error-schema.ts'
import { toldOf } from '#shared/joining/told.ts'
import { otherOf } from '#shared/site/questions.ts'
import { site } from '#shared/site/site.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'
import type { Faults } from '#shared/pages/page-content.ts'

type Call = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; url: string; token?: string; payload?: object }

type Answer<Body> = { status: number; body: Body; faults: Faults; header: (name: string) => string }

/**
 * Makes the API call that the page's scripts would make, with the address of this visitor: the same checks, limits and
 * messages apply. Throws if the API answers with a 5xx.
 */
export async function call<Body = unknown>(
  app: App,
  { ip }: FastifyRequest,
  { token, ...options }: Call,
): Promise<Answer<Body>> {
  const response = await app.inject({
    method: 'GET',
    ...options,
    remoteAddress: ip,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const { statusCode: status, headers } = response
  if (status >= 500) throw new AppError('unavailable', { isLogged: true })
  const body: unknown = response.body === '' ? null : response.json()
  const { error } = (status >= 400 ? body : {}) as Partial<ErrorResponse>
  const told = error && (toldOf(error.code, Number(headers['retry-after'])) ?? error.message)
  return {
    status,
    body: body as Body,
    faults: error?.fields ? faultsIn(error.fields) : told ? { form: told } : {},
    header: (name) => String(headers[name] ?? ''),
  }
}

/** An error at `answers.problems.0` belongs to the question `problems`. */
function faultsIn(fields: Record<string, string>): Faults {
  const nameOf = (path: string) => path.replace(/^answers\./, '').replace(/\.\d+$/, '')
  const { fault, otherMissing } = site().plainForms
  const others = site().questions.map(otherOf)
  return Object.fromEntries(
    Object.keys(fields)
      .map(nameOf)
      .map((name) => [name, others.includes(name) ? otherMissing : fault]),
  )
}
