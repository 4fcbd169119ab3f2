import {
  type AccountChange,
  type AccountName,
  AccountNames,
  Accounts,
  type InviteRequest,
  type LinkInfo,
  type LinkUse,
  type ListedAccount,
  MadeLink,
  type OwnChange,
  OwnSessions,
} from '#shared/owner/accounts.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchJson, readAs } from './admin.ts'
import { nothing, type Refused, refusalOf, send, UNREACHABLE } from './send-change.ts'
import { sendJson } from '../send-json.ts'

export async function fetchAccounts(): Promise<ListedAccount[]> {
  return (await fetchJson(Accounts, paths.api.adminAccounts)).accounts
}

export async function fetchAccountNames(): Promise<AccountName[]> {
  return (await fetchJson(AccountNames, paths.api.adminAccountNames)).accounts
}

export async function fetchOwnSessions(): Promise<OwnSessions['sessions']> {
  return (await fetchJson(OwnSessions, `${paths.api.adminAccount}/sessions`)).sessions
}

export function invite(invited: InviteRequest): Promise<MadeLink | Refused> {
  return send('POST', paths.api.adminInvitations, invited, (response) => readAs(MadeLink, response))
}

/** Makes a new link for a person who was invited, or who lost their password. */
export function renewLink(id: string): Promise<MadeLink | Refused> {
  return send('POST', `${paths.api.adminAccounts}/${id}/link`, undefined, (response) => readAs(MadeLink, response))
}

export function changeAccount(id: string, change: AccountChange): Promise<null | Refused> {
  return send('PATCH', `${paths.api.adminAccounts}/${id}`, change, nothing)
}

export function endSessionsOf(id: string): Promise<null | Refused> {
  return send('DELETE', `${paths.api.adminAccounts}/${id}/sessions`, undefined, nothing)
}

export function changeOwn(change: OwnChange): Promise<null | Refused> {
  return send('PATCH', paths.api.adminAccount, change, nothing)
}

export function endOwnSession(id: string): Promise<null | Refused> {
  return send('DELETE', `${paths.api.adminAccount}/sessions/${id}`, undefined, nothing)
}

/** Reads the purpose of a link. Null if the link is no longer valid. Throws if the server cannot say. */
export async function readLink(token: string): Promise<LinkInfo | null> {
  const response = await sendJson(paths.api.adminLink, { token })
  if (response.ok) return response.json()
  if (response.status === 404 || response.status === 410) return null
  throw new Error(`${paths.api.adminLink} answered ${response.status}`)
}

export async function acceptLink(use: LinkUse): Promise<null | Refused> {
  try {
    const response = await sendJson(`${paths.api.adminLink}/use`, use)
    return response.ok ? null : await refusalOf(response)
  } catch {
    return UNREACHABLE
  }
}
