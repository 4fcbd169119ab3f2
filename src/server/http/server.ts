import { isUtf8 } from 'node:buffer'
import { fstatSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { ErrorCode } from '#shared/values/errors.ts'
import type { ErrorResponse } from '#shared/values/error-schema.ts'
import { isUnavailable } from '../db/client.ts'
import { DEADLINES } from '../base/deadlines.ts'
import { AppError } from '../base/errors.ts'
import { answerBrokenRequests, answerInTime } from './answers.ts'
import { type App, explainIssue } from './route.ts'
import { followLanguages, withoutLanguage } from './languages.ts'
import type { IncomingMessage } from 'node:http'
import { derived } from '../base/derived.ts'
import { withoutPorts } from '../base/config/visitor-address.ts'
import en from 'zod/v4/locales/en.js'

type ServerOptions = {
  logLevel: string
  trustProxy: string | false
  publicUrl: () => string
  deadline?: number | undefined
  log?: { write(line: string): void } | undefined
}

const isFile = fstatSync(1).isFile()

/** The logger's own stream would end the program with a line that cannot be written. */
const STANDARD_OUTPUT = {
  write(line: string) {
    if (!isFile) return void process.stdout.write(line)
    try {
      writeSync(1, line)
    } catch {}
  },
}

/** Twice the longest valid answers, with every character escaped. */
const BODY_LIMIT = 64 * 1024

const REQUEST_TIMEOUT_MS = 30_000

/** Logs only failures, without addresses or bodies. */
export function createServer({
  logLevel,
  trustProxy,
  publicUrl,
  deadline = DEADLINES.visitors,
  log = STANDARD_OUTPUT,
}: ServerOptions): App {
  z.config({ ...en(), customError: explainIssue })
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequests(() => everyAnswersHeaders(publicUrl())),
    rewriteUrl: (raw) => {
      const { url = '/' } = raw
      return withoutLanguage(raw, withoutLastSlash(isDecodable(url) ? url : url.replaceAll('%', '%25')))
    },
    trustProxy,
    genReqId: createRequestIds(),
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: logLevel, serializers: { err: describeError }, stream: log },
    routerOptions: { maxParamLength: 100 },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  readJson(app)
  guardRequests(app, { trustProxy, publicUrl })
  followLanguages(app)
  answerInTime(app, deadline)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const failure = readFailure(error, request)
    // Fastify would close the connection, and a client that still sends might lose the answer.
    if (failure.code === 'too-large') reply.removeHeader('connection')
    if (failure.retryAfter) reply.header('retry-after', failure.retryAfter)
    return reply.code(failure.status).send(toBody(failure, request.id))
  })
  return app
}

/** An empty body is none: some clients name a type in every request. */
function readJson(app: App) {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body as Buffer)) return done(new AppError('invalid-input', { fields: { body: 'must be UTF-8' } }))
    return parse(request, body.toString(), (error, value: unknown) => done(error, withoutPrototype(value)))
  })
}

/** An owner may name a question 'constructor'. */
function withoutPrototype(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null)
  Object.values(value).forEach(withoutPrototype)
  return value
}

export function readFailure(error: FastifyError, { routeOptions, log }: FastifyRequest): AppError {
  const failure = toAppError(error, routeOptions.bodyLimit)
  if (failure.status >= 500 && !failure.isLogged)
    log.error({ err: failure.cause ?? error, route: routeOptions.url }, failure.code)
  return failure
}

function toAppError(error: FastifyError, bodyLimit = BODY_LIMIT): AppError {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) return new AppError('unavailable', { cause: error })
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = Object.create(null) as Record<string, string>
    const whole = error.validationContext === 'querystring' ? 'query' : 'body'
    for (const { instancePath, message } of error.validation)
      fields[toField(instancePath) || whole] ??= message ?? 'is not valid'
    return new AppError('invalid-input', { fields })
  }
  const code = CODE_BY_STATUS[error.statusCode ?? 500]
  const isBodyUnreadable =
    code === 'invalid-input' && (error.code?.endsWith('_JSON_BODY') || error instanceof SyntaxError)
  const body = isBodyUnreadable
    ? 'must be valid JSON'
    : code === 'too-large' && `must have at most ${bodyLimit.toLocaleString('en')} bytes`
  return new AppError(code ?? 'internal', { fields: body ? { body } : undefined, cause: error })
}

const CODE_BY_STATUS: Record<number, ErrorCode> = {
  400: 'invalid-input',
  404: 'not-found',
  413: 'too-large',
  415: 'unsupported-type',
  429: 'rate-limited',
}

function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return Boolean(decodeURI(url))
  } catch {
    return false
  }
}

function withoutLastSlash(url: string): string {
  if (!url.startsWith('/api/v1/')) return url
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.endsWith('/') ? path.slice(0, -1) + url.slice(path.length) : url
}

/** '/problems/2' gives 'problems', '/select/filters/from' 'select.filters.from'. */
function toField(instancePath: string): string {
  const names = instancePath.split('/').slice(1)
  return names.filter((name) => !/^\d*$/.test(name)).join('.')
}

function toBody({ status, code, message, fields, beside }: AppError, requestId: string): ErrorResponse {
  const complaints = Object.entries(fields ?? {}).map(([field, complaint]) => `${field} ${complaint}`)
  const text = [message, ...complaints.map((complaint) => `${complaint}.`)].join(' ')
  return {
    ...beside,
    error: { code, message: text, fields, ...(status >= 500 && { request_id: requestId }) },
  }
}

function createRequestIds(): () => string {
  const server = randomBytes(4).toString('hex')
  let requests = 0
  return () => `${server}-${(requests += 1).toString(36)}`
}

/** `detail` quotes rows, so it is never logged. */
function describeError(error: Error & { code?: string; constraint?: string; cause?: unknown }): {
  type: string
  message: string
  stack: string
  [key: string]: unknown
} {
  const { name, message, stack = '', code, constraint, cause } = error
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    cause: cause instanceof Error ? describeError(cause) : undefined,
  }
}

/** Few, because each is a noticeable cost for a small answer. */
function everyAnswersHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

export function guardRequests(
  app: FastifyInstance,
  { trustProxy, publicUrl }: { trustProxy: string | false; publicUrl: () => string },
) {
  const headersOf = derived(
    () => [publicUrl()],
    (url) => Object.entries(everyAnswersHeaders(url)),
  )
  app.addHook('onRequest', ({ raw }, reply, done) => {
    for (const [name, value] of headersOf()) reply.header(name, value)
    if (trustProxy) raw.headers['x-forwarded-for'] &&= withoutPorts(String(raw.headers['x-forwarded-for']))
    done(hasTwoHosts(raw) ? new AppError('invalid-input', { fields: { host: 'must be sent once' } }) : undefined)
  })
}

/** Node keeps the first Host header; a proxy may have checked the last one (RFC 9112, section 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}
