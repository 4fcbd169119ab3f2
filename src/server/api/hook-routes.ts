import type pg from 'pg'
import { ROUTES } from '#shared/routes.ts'
import type { EventType } from '#shared/programs/webhooks.ts'
import { AppError } from '../base/errors.ts'
import type { Current } from '../config/config.ts'
import { inTransaction } from '../db/transaction.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import type { Keyring } from '../settings/keyring.ts'
import { payloadOf } from '../webhooks/compose.ts'
import { deleteEndpoint } from '../webhooks/endpoints.ts'
import { addEndpoint } from '../webhooks/routes.ts'
import { AN_ACT, entry, SOMEBODY } from './examples.ts'
import { keyOf } from './require-key.ts'

export type Hooks = {
  pool: pg.Pool
  keyring: Keyring
  config: Current<'allowsPrivateHooks'>
  refreshRecipients: () => Promise<void>
}

/** Webhooks that programs such as Zapier add and remove by themselves. */
export function hookRoutes(api: App, { refreshRecipients, ...hooks }: Hooks) {
  // Without `once`: its stored answer would hold the secret.
  route(api, ROUTES.createHook, async (request) => {
    const { id: keyId, name, hook_fields: fields } = keyOf(request)
    const made = await addEndpoint(hooks, { ...request.body, name, fields, keyId })
    await refreshRecipients()
    return made
  })

  route(api, ROUTES.deleteHook, async (request) => {
    const mine = { id: request.params.id, keyId: keyOf(request).id }
    if (!(await inTransaction(hooks.pool, (tx) => deleteEndpoint(tx, mine)))) throw new AppError('not-found')
    await refreshRecipients()
  })

  route(api, ROUTES.hookSamples, (request) => {
    const { event: type } = request.query
    const [kind] = type.split('.')
    const isOfPerson = (kind === 'entry' || kind === 'invitation') && type !== 'entry.erased'
    const person = { ...entry, ...entry.answers, source: 'instagram' }
    const claimed = {
      id: AN_ACT,
      event_id: AN_ACT,
      type,
      about: kind === 'entry' || kind === 'invitation' ? SOMEBODY : AN_ACT,
      data: DATA[type] ?? {},
      at: new Date(),
    }
    const payload = payloadOf(claimed, keyOf(request).hook_fields, {
      people: new Map(isOfPerson ? [[SOMEBODY, person as never]] : []),
      names: new Map([[SOMEBODY, entry.full_name]]),
    })
    return [JSON.parse(payload) as never]
  })
}

/** What an event says beside whom it is about. */
const DATA: Partial<Record<EventType, Record<string, unknown>>> = {
  'invitation.sent': { wave_id: AN_ACT },
  'invitation.accepted': { wave_id: AN_ACT },
  'invitation.ended': { wave_id: AN_ACT },
  'update.sent': { people: 412, sent: 409, refused: 3, perhaps: 0, skipped: 0 },
  'site.published': { version: 3 },
}
