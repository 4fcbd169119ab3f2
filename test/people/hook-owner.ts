import { expect } from 'vitest'
import { type EndpointDeliveries, type ListedEndpoint, type NewEndpoint, EVENTS } from '#shared/programs/webhooks.ts'
import { waveOwner } from './wave-owner.ts'
import type { TestApp } from '../test-app.ts'

/** An owner who manages webhook endpoints. */
export async function hookOwner(app: TestApp) {
  const owner = await waveOwner(app)
  const path = '/api/admin/endpoints'
  const listed = async () => (await owner.read<{ endpoints: ListedEndpoint[] }>(path)).endpoints
  return {
    ...owner,
    listed,
    add: async (endpoint: Partial<NewEndpoint> & { url: string }) => {
      const answer = await owner.post(path, { name: 'A program', events: [...EVENTS], ...endpoint })
      expect([answer.statusCode, answer.json().error]).toEqual([201, undefined])
      return answer.json() as { id: string; secret: string }
    },
    change: (id: string, change: object) => owner.patch(`${path}/${id}`, change),
    call: (id: string, what: string, body: object = {}) => owner.post(`${path}/${id}/${what}`, body),
    log: async (id: string, query = '') =>
      (await owner.read<EndpointDeliveries>(`${path}/${id}/deliveries${query}`)).deliveries,
    /** Makes all deliveries due, resumes paused endpoints, and delivers. */
    hurry: async () => {
      await app.rows('update outbox set due_at = now(), claimed_until = null where endpoint_id is not null')
      await app.rows('update webhook_endpoints set paused_until = null')
      await app.webhooks.deliver()
    },
  }
}
