import { paths } from '#shared/site/paths.ts'
import {
  type EndpointChange,
  EndpointDeliveries,
  Endpoints,
  MadeSecret,
  type NewEndpoint,
  type Redeliver,
  Redelivered,
} from '#shared/programs/webhooks.ts'
import { fetchJson, readAs } from './admin.ts'
import { nothing, type Refused, send } from './send-change.ts'

const all = paths.api.adminEndpoints

export function fetchEndpoints(): Promise<Endpoints> {
  return fetchJson(Endpoints, all)
}

export function fetchEndpointLog(id: string, cursor: string | null): Promise<EndpointDeliveries> {
  const query = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
  return fetchJson(EndpointDeliveries, `${all}/${id}/deliveries${query}`)
}

export function addEndpoint(endpoint: NewEndpoint): Promise<MadeSecret | Refused> {
  return send('POST', all, endpoint, (response) => readAs(MadeSecret, response))
}

export function changeEndpoint(id: string, change: EndpointChange): Promise<null | Refused> {
  return send('PATCH', `${all}/${id}`, change, nothing)
}

export function deleteEndpoint(id: string): Promise<null | Refused> {
  return send('DELETE', `${all}/${id}`, undefined, nothing)
}

export function rotateSecret(id: string): Promise<MadeSecret | Refused> {
  return send('POST', `${all}/${id}/rotate`, undefined, (response) => readAs(MadeSecret, response))
}

export function sendTest(id: string) {
  return send('POST', `${all}/${id}/test`, undefined, (response) => readAs(Redelivered, response))
}

export function redeliver(id: string, what: Redeliver) {
  return send('POST', `${all}/${id}/redeliver`, what, (response) => readAs(Redelivered, response))
}
