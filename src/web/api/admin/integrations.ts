import { CatchUpStarted, Choices, Integrations, type Service, TestResult, Trial } from '#shared/owner/integrations.ts'
import {
  DeliveriesPage,
  type DeliveriesQuery,
  type DismissRequest,
  DismissResult,
  MailPreview,
  type MailQuery,
  type RetryRequest,
  RetryResult,
} from '#shared/owner/deliveries.ts'
import { SyncState } from '#shared/site/by-hand.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchJson, post, readAs, withQuery } from './admin.ts'

export function fetchIntegrations(): Promise<Integrations> {
  return fetchJson(Integrations, paths.api.adminIntegrations)
}

export function fetchDeliveries(query: DeliveriesQuery): Promise<DeliveriesPage> {
  return fetchJson(DeliveriesPage, withQuery(paths.api.adminDeliveries, query))
}

export function fetchSyncState(): Promise<SyncState> {
  return fetchJson(SyncState, paths.api.adminSync)
}

export function fetchMail(query: MailQuery): Promise<MailPreview> {
  return fetchJson(MailPreview, withQuery(paths.api.adminMails, query))
}

/** The address of a mail as an HTML page, for a frame. */
export function mailPage(query: MailQuery): string {
  return withQuery(paths.api.adminMailsHtml, query)
}

export async function testIntegration(service: Service): Promise<TestResult> {
  return readAs(TestResult, await post(`${paths.api.adminIntegrations}/${service}/test`))
}

/** Creates the properties or fields that a service lacks. */
export async function createMissing(service: Service): Promise<TestResult> {
  return readAs(TestResult, await post(`${paths.api.adminIntegrations}/${service}/create-missing`))
}

/** The databases or publications of a service, to choose from. */
export function fetchChoices(service: Service): Promise<Choices> {
  return fetchJson(Choices, `${paths.api.adminIntegrations}/${service}/choices`)
}

/** Adds a made-up person to the service, or removes the one with this id. */
export async function tryService(service: Service, id: string | null): Promise<Trial> {
  return readAs(Trial, await post(`${paths.api.adminIntegrations}/${service}/trial`, id === null ? {} : { id }))
}

/** Sends a real mail to this address. */
export async function sendTestMail(to: string): Promise<TestResult> {
  return readAs(TestResult, await post(paths.api.adminTestMail, { to }))
}

/** Sends everything that was kept for a service. Returns the number of deliveries that will be sent. */
export async function catchUp(service: Service): Promise<number> {
  const response = await post(`${paths.api.adminIntegrations}/${service}/catch-up`)
  return (await readAs(CatchUpStarted, response)).queued
}

/** Retries failed deliveries. Returns their number. */
export async function retry(which: RetryRequest): Promise<number> {
  const response = await post(paths.api.adminRetry, which)
  return (await readAs(RetryResult, response)).queued
}

/** Dismisses failed deliveries, or puts dismissed ones back. Returns the number of changed deliveries. */
export async function dismiss(which: DismissRequest): Promise<number> {
  return (await readAs(DismissResult, await post(paths.api.adminDismiss, which))).changed
}
