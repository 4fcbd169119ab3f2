import { type Channel, channelsOf, NEWSLETTERS, RECORD_AT } from '#shared/owner/integrations.ts'
import type { Config } from '../base/config/config.ts'
import type { Deliveries, Delivery } from '../outbox/channel.ts'
import { createTokens } from '../accounts/tokens.ts'
import { erasingFromNewsletter, erasingFromNotion } from './erasing/erase-remains.ts'
import { LETTERS, type Mailing, readiness } from './mail/letters.ts'
import { syncPerson } from './newsletters/sync-person.ts'
import { addingToNotion } from './notion/add-to-notion.ts'
import type { Clients } from './services/services.ts'

type Given = Omit<Mailing, 'mail' | 'tokens'> & Pick<Config, 'sealed'> & { services: Clients }

export function createDeliveries({ services, sealed, ...given }: Given): Deliveries {
  const { pool, publicUrl } = given
  const { mail, notion } = services
  const tokens = createTokens(pool)
  const made: [Channel, Delivery | null][] = [
    ...Object.entries(LETTERS).map(([channel, send]): [Channel, Delivery | null] => {
      const ctx = mail && { ...given, tokens, mail }
      const delivery: Delivery | null = ctx && {
        service: 'mail',
        readiness: async (row) => readiness(ctx, row),
        deliver: (row) => send(ctx, row),
      }
      return [channel as Channel, delivery]
    }),
    ['add-to-notion', notion && addingToNotion({ pool, notion })],
    ['erase-from-notion', notion && erasingFromNotion({ pool, notion })],
    ...NEWSLETTERS.flatMap((service): [Channel, Delivery | null][] => {
      const newsletter = services[service]
      const { filledBy, erasedBy } = RECORD_AT[service]
      return [
        [filledBy, newsletter && syncPerson({ pool, newsletter, publicUrl })],
        [erasedBy, newsletter && erasingFromNewsletter({ pool, newsletter })],
      ]
    }),
  ]
  const closed = sealed.flatMap(({ service }) => channelsOf(service).map((channel) => [channel, 'sealed'] as const))
  return Object.fromEntries([...made, ...closed]) as Deliveries
}
