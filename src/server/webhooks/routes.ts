import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import * as z from 'zod/mini'
import { paths } from '#shared/site/paths.ts'
import {
  EndpointChange,
  EndpointDeliveries,
  EndpointDeliveriesQuery,
  type EndpointKind,
  type EventField,
  type EventType,
  Endpoints,
  MadeSecret,
  NewEndpoint,
  Redeliver,
  Redelivered,
  TEST_EVENT,
} from '#shared/programs/webhooks.ts'
import type { Current } from '../config/config.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../base/errors.ts'
import type { App } from '../http/server.ts'
import { lockAndReadCounter } from '../listing/rows/counter.ts'
import type { Keyring } from '../settings/keyring.ts'
import { readDeliveries, redeliver } from './deliveries.ts'
import * as endpoints from './endpoints.ts'
import { sendTestEvent } from './follow-events.ts'
import { addressIn, isAllowed } from './guard-address.ts'
import { drawSecret } from './sign.ts'

const Id = z.object({ id: z.uuid() })
const NOTHING = { 204: z.null() }

type Dependencies = {
  pool: pg.Pool
  keyring: Keyring
  config: Current<'allowsPrivateHooks'>
  /** Brings the privacy page up to date on this server. */
  refreshRecipients: () => Promise<void>
}

/** The owner's routes for endpoints. Register them where a session is required. */
export function webhookRoutes(app: App, { pool, keyring, config, refreshRecipients }: Dependencies) {
  const one = `${paths.api.adminEndpoints}/:id`

  app.get(paths.api.adminEndpoints, { schema: { response: { 200: Endpoints } } }, async () => ({
    endpoints: await endpoints.readEndpoints(pool),
    no_secrets: keyring.whyNot(),
  }))

  app.post(
    paths.api.adminEndpoints,
    { schema: { body: NewEndpoint, response: { 201: MadeSecret } } },
    async ({ body }, reply) => {
      const made = await addEndpoint({ pool, keyring, config }, body)
      await refreshRecipients()
      return reply.code(201).send(made)
    },
  )

  app.patch(one, { schema: { params: Id, body: EndpointChange, response: NOTHING } }, async (request, reply) => {
    await changeEndpoint(pool, request.params.id, request.body)
    await refreshRecipients()
    return reply.code(204).send(null)
  })

  app.delete(one, { schema: { params: Id, response: NOTHING } }, async (request, reply) => {
    const isDeleted = await inTransaction(pool, (tx) => endpoints.deleteEndpoint(tx, request.params.id))
    if (!isDeleted) throw new AppError('not-found')
    await refreshRecipients()
    return reply.code(204).send(null)
  })

  app.post(`${one}/rotate`, { schema: { params: Id, response: { 200: MadeSecret } } }, ({ params: { id } }) =>
    rotateSecret({ pool, keyring }, id),
  )

  logRoutes(app, { pool })
}

async function addEndpoint(
  { pool, keyring, config }: Pick<Dependencies, 'pool' | 'keyring' | 'config'>,
  { kind = 'webhook', name, events, fields = [], url: typed }: NewEndpoint,
): Promise<MadeSecret> {
  if (keyring.whyNot() !== null) throw new AppError('no-secrets')
  const url = checkUrl(typed, { kind, ...config() })
  const [id, secret] = [randomUUIDv7(), drawSecret()]
  await inTransaction(pool, async (tx) => {
    const { last_position: joinedAfter } = await lockAndReadCounter(tx)
    // The path of a chat's address is a secret.
    const address = kind === 'webhook' ? `${url.origin}${url.pathname}` : url.origin
    const sealed = seal(keyring, id, { url: url.href, secret })
    const told = withErasures({ kind, events, fields })
    await endpoints.insertEndpoint(tx, { id, kind, name, address, events: told, fields, sealed, joinedAfter })
  })
  return { id, secret: kind === 'webhook' ? secret : null }
}

async function changeEndpoint(pool: pg.Pool, id: string, change: EndpointChange): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { last_position: joinedAfter } = await lockAndReadCounter(tx)
    const known = (await endpoints.readEndpoints(tx)).find((endpoint) => endpoint.id === id)
    if (!known) throw new AppError('not-found')
    const { events = known.events, fields = known.fields, ...rest } = change
    await endpoints.updateEndpoint(tx, {
      id,
      joinedAfter,
      events: withErasures({ kind: known.kind, events, fields }),
      fields,
      ...rest,
    })
  })
}

function rotateSecret({ pool, keyring }: Pick<Dependencies, 'pool' | 'keyring'>, id: string): Promise<MadeSecret> {
  return inTransaction(pool, async (tx) => {
    const sealed = await endpoints.lockSealed(tx, id)
    if (sealed === null) throw new AppError('not-found')
    const opened = keyring.open(sealed, endpoints.purposeOf(id))
    if (opened === null) throw new AppError('no-secrets')
    const { url, secret: former } = JSON.parse(opened) as endpoints.Sealed
    const secret = drawSecret()
    await endpoints.replaceSealed(tx, { id, sealed: seal(keyring, id, { url, secret, former }), isRotated: true })
    return { id, secret }
  })
}

function seal(keyring: Keyring, id: string, sealed: endpoints.Sealed): string {
  return keyring.seal(JSON.stringify(sealed), endpoints.purposeOf(id))
}

function logRoutes(app: App, { pool }: Pick<Dependencies, 'pool'>) {
  const one = `${paths.api.adminEndpoints}/:id`

  app.post(`${one}/test`, { schema: { params: Id, response: { 202: Redelivered } } }, async ({ params }, reply) => {
    const isQueued = await sendTestEvent(pool, { endpointId: params.id, type: TEST_EVENT })
    if (!isQueued) throw new AppError('not-found')
    return reply.code(202).send({ queued: 1 })
  })

  app.get(
    `${one}/deliveries`,
    { schema: { params: Id, querystring: EndpointDeliveriesQuery, response: { 200: EndpointDeliveries } } },
    ({ params, query }) => readDeliveries(pool, { endpointId: params.id, ...query }),
  )

  app.post(
    `${one}/redeliver`,
    { schema: { params: Id, body: Redeliver, response: { 202: Redelivered } } },
    async ({ params, body }, reply) => {
      const queued = await inTransaction(pool, (tx) => redeliver(tx, { endpointId: params.id, ...body }))
      return reply.code(202).send({ queued })
    },
  )
}

type Told = { kind: EndpointKind; events: EventType[]; fields: EventField[] }

/** A webhook that gets personal data also gets erasures, so that its program can erase these people too. */
function withErasures({ kind, events, fields }: Told): EventType[] {
  return kind === 'webhook' && fields.length > 0 ? [...new Set<EventType>([...events, 'entry.erased'])] : events
}

type Checked = { kind: EndpointKind; allowsPrivateHooks: boolean }

/**
 * Throws an AppError for an address to which nothing may be sent. A host name is looked up only when something is sent.
 */
function checkUrl(text: string, { kind, allowsPrivateHooks: allowsPrivate }: Checked): URL {
  const url = URL.parse(text)
  const schemes = allowsPrivate ? ['https:', 'http:'] : ['https:']
  if (!url || !schemes.includes(url.protocol)) throw isInvalid('must be an address that begins with https://')
  if (url.username || url.password) throw isInvalid('must have no user and no password')
  const literal = addressIn(url)
  if (literal && !isAllowed(literal, { allowsPrivate }))
    throw isInvalid('is in a private or reserved network, to which nothing is sent')
  const begins = kind === 'webhook' || allowsPrivate ? [''] : CHATS[kind]
  if (!begins.some((begin) => url.href.startsWith(begin))) throw isInvalid(`must begin with ${begins[0]}`)
  url.hash = ''
  return url
}

/** The prefixes of the webhook addresses of each chat service. */
const CHATS = {
  slack: ['https://hooks.slack.com/'],
  discord: ['https://discord.com/api/webhooks/', 'https://discordapp.com/api/webhooks/'],
}

function isInvalid(complaint: string): AppError {
  return new AppError('invalid-input', { fields: { url: complaint } })
}
