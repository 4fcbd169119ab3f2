import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { SERVICE_OF } from '#shared/owner/integrations.ts'
import type { PersonDeliveries } from '#shared/owner/deliveries.ts'
import { grouped } from '../../../ui/grouped.ts'
import { CHANNEL_WORDS, SERVICE_WORDS } from '../integrations/words.ts'
import { personDeliveriesQuery } from '../state/queries.ts'
import { Moment } from '../../../ui/moment.tsx'

const STATES = {
  waiting: 'waits for its turn',
  done: 'delivered',
  skipped: 'not needed',
  failed: 'not delivered',
  dismissed: 'not delivered, and dismissed',
  kept: 'kept until the service is set up',
} as const

/** The deliveries of a person to mail, Notion and Beehiiv, with their states. */
export function ProfileDeliveries({ id }: { id: string }) {
  const { data } = useQuery(personDeliveriesQuery(id))
  const heading = useId()
  if (!data || data.deliveries.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="dialog-title">
        Deliveries
      </h3>
      <ul className="answers">
        {data.deliveries.map((delivery) => (
          <li key={delivery.channel} className="line">
            <p>
              {nameOf(delivery)}: {STATES[delivery.state]}
              {delivery.reason && <span className="block text-small text-muted">{delivery.reason}</span>}
            </p>
            <Moment date={delivery.changed_at} as="medium" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf({ channel, count }: PersonDeliveries['deliveries'][number]): string {
  const { one, many } = CHANNEL_WORDS[channel]
  const service = SERVICE_OF[channel]
  const name = count === 1 ? one : `${grouped(count)} ${many.toLowerCase()}, the newest`
  return service === 'mail' ? name : `${SERVICE_WORDS[service].name}, ${name.toLowerCase()}`
}
