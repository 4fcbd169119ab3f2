import { randomUUIDv7 } from 'node:crypto'
import { ROUTES } from '#shared/routes.ts'
import type {
  EndpointChange,
  EndpointKind,
  EventField,
  EventType,
  MadeSecret,
  NewEndpoint,
} from '#shared/programs/webhooks.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../base/errors.ts'
import { type App, route } from '../../http/route.ts'
import { lockCounter } from '../../listing/rows/counter.ts'
import type { Keyring } from '../../settings/keyring.ts'
import { readDeliveries, redeliver, sendTest } from './deliveries.ts'
import * as endpoints from './endpoints.ts'
import { addressIn, isAllowed } from './post.ts'
import { drawSecret } from './compose.ts'
import { inTransaction, type Pool } from '../../db/query.ts'

const MOST_OF_KEY = 50

export function webhookRoutes(app: App, ctx: Context) {
  const {
    dashboardPool: pool,
    settings: { keyring },
    webhooks: { refreshRecipients },
  } = ctx

  route(app, ROUTES.webhooks, async () => ({
    endpoints: await endpoints.readEndpoints(pool),
    no_secrets: keyring.whyNot(),
  }))

  route(app, ROUTES.createWebhook, ({ body }) => addEndpoint(ctx, body))

  route(app, ROUTES.changeWebhook, async (request) => {
    await changeEndpoint(pool, request.params.id, request.body)
    await refreshRecipients()
  })

  route(app, ROUTES.deleteWebhook, async (request) => {
    const isDeleted = await inTransaction(pool, (tx) => endpoints.deleteEndpoint(tx, request.params))
    if (!isDeleted) throw new AppError('not-found')
    await refreshRecipients()
  })

  route(app, ROUTES.rotateSecret, ({ params: { id } }) => rotateSecret(ctx, id))

  logRoutes(app, ctx)
}

/** `keyId`: of the program that subscribes; it may have `MOST_OF_KEY` endpoints. */
export async function addEndpoint(
  { dashboardPool: pool, settings: { keyring }, config, webhooks }: Context,
  { kind = 'webhook', name, events, fields = [], url: typed, keyId }: NewEndpoint & { keyId?: string },
): Promise<MadeSecret> {
  if (keyring.whyNot() !== null) throw new AppError('no-secrets')
  const url = checkUrl(typed, { kind, ...config() })
  const [id, secret] = [randomUUIDv7(), drawSecret()]
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    if (keyId && (await endpoints.countOfKey(tx, keyId)) >= MOST_OF_KEY)
      throw isInvalid(`is one too many: a key may have ${MOST_OF_KEY} webhooks`)
    // The path of a chat's address is a secret.
    const address = kind === 'webhook' ? `${url.origin}${url.pathname}` : url.origin
    const sealed = seal(keyring, id, { url: url.href, secret })
    const told = withErasures({ kind, events, fields })
    await endpoints.insertEndpoint(tx, { id, kind, name, address, events: told, fields, sealed, keyId })
  })
  await webhooks.refreshRecipients()
  return { id, secret: kind === 'webhook' ? secret : null }
}

async function changeEndpoint(pool: Pool, id: string, change: EndpointChange): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockCounter(tx)
    const known = (await endpoints.readEndpoints(tx)).find((endpoint) => endpoint.id === id)
    if (!known) throw new AppError('not-found')
    const { events = known.events, fields = known.fields, ...rest } = change
    await endpoints.updateEndpoint(tx, {
      id,
      events: withErasures({ kind: known.kind, events, fields }),
      fields,
      ...rest,
    })
  })
}

function rotateSecret({ dashboardPool: pool, settings: { keyring } }: Context, id: string): Promise<MadeSecret> {
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

function logRoutes(app: App, { dashboardPool: pool }: Context) {
  route(app, ROUTES.testWebhook, async ({ params }) => {
    if (!(await sendTest(pool, params.id))) throw new AppError('not-found')
    return { queued: 1 }
  })

  route(app, ROUTES.webhookDeliveries, ({ params, query }) => readDeliveries(pool, { endpointId: params.id, ...query }))

  route(app, ROUTES.redeliver, async ({ params, body }) => {
    const queued = await inTransaction(pool, (tx) => redeliver(tx, { endpointId: params.id, ...body }))
    return { queued }
  })
}

type Told = { kind: EndpointKind; events: EventType[]; fields: EventField[] }

/** A webhook that gets personal data also gets erasures, so that its program can erase these people too. */
function withErasures({ kind, events, fields }: Told): EventType[] {
  return kind === 'webhook' && fields.length > 0 ? [...new Set<EventType>([...events, 'entry.erased'])] : events
}

type Checked = { kind: EndpointKind; allowsPrivateHooks: boolean }

function checkUrl(text: string, { kind, allowsPrivateHooks: allowsPrivate }: Checked): URL {
  const url = URL.parse(text)
  const schemes = allowsPrivate ? ['https:', 'http:'] : ['https:']
  // Without a host, the first part of the path would become one.
  if (!url || !schemes.includes(url.protocol) || !/^https?:\/\/[^/\\]/i.test(text.trim()))
    throw isInvalid('must be an address that begins with https://')
  if (url.username || url.password) throw isInvalid('must have no user and no password')
  const literal = addressIn(url)
  if (literal && !isAllowed(literal, { allowsPrivate }))
    throw isInvalid('is in a private or reserved network, to which nothing is sent')
  const chat =
    kind === 'webhook' && Object.entries(CHATS).find(([, known]) => known.some((begin) => url.href.startsWith(begin)))
  if (chat) throw isInvalid(`is an address of ${capitalized(chat[0])}: choose ${capitalized(chat[0])} as the receiver`)
  const begins = kind === 'webhook' || allowsPrivate ? [''] : CHATS[kind]
  if (!begins.some((begin) => url.href.startsWith(begin))) throw isInvalid(`must begin with ${begins[0]}`)
  url.hash = ''
  return url
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const CHATS = {
  slack: ['https://hooks.slack.com/'],
  discord: ['https://discord.com/api/webhooks/', 'https://discordapp.com/api/webhooks/'],
}

function isInvalid(complaint: string): AppError {
  return new AppError('invalid-input', { fields: { url: complaint } })
}
