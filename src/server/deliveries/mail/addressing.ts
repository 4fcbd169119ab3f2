import type pg from 'pg'
import { DAY_MS } from '#shared/values/durations.ts'
import { confirmLink, placeLink, unsubscribeLink } from '#shared/site/paths.ts'
import { SAMPLE_CODE } from '../../../emails/code-text.ts'
import type { Requester } from '../../joining/requests.ts'
import type { Person } from '../../people/read-person.ts'
import { createTokens } from '../../tokens/tokens.ts'

/** A person who is asked to confirm their address. */
export type Asked = Pick<Requester, 'id' | 'email' | 'is_doubtful' | 'created_at'>

export type Dependencies = {
  pool: pg.Pool
  publicUrl: string
  /** For how many days an address may wait for its confirmation. */
  confirmDays: number
  /** For how many days an invitation is open. */
  invitationDays: number
  /** For the owner's preview: the links have no token, apart from the one to unsubscribe. */
  isPreview?: boolean
}

/** Makes recipients, and links with tokens. */
export function createAddressing({ pool, publicUrl: origin, isPreview = false }: Dependencies) {
  const tokens = createTokens(pool)
  const addressTo = async ({ id, email, is_doubtful, created_at }: Asked) => ({
    to: email,
    isDoubtful: is_doubtful,
    isOfNewcomer: isNewcomer(created_at),
    replyTo: null,
    unsubscribeLink: unsubscribeLink(origin, (await tokens.sign('unsubscribe', id)) ?? ''),
  })
  /** Signs when the mail is composed, because a token holds the time of its signing. */
  const sign = async (purpose: 'place' | 'confirm' | 'address' | 'invitation', id: string) =>
    isPreview ? 'preview' : ((await tokens.sign(purpose, id)) ?? '')
  /** Signs a token for the link of a mail, and makes its code for browsers without scripts. */
  const signWithCode = async (purpose: 'place' | 'confirm' | 'invitation', id: string) => {
    const token = await sign(purpose, id)
    return { token, code: { origin, code: isPreview || token === '' ? SAMPLE_CODE : await tokens.codeOf(token) } }
  }
  const placeLinkOf = async ({ id }: Person) => placeLink(origin, await sign('place', id))
  const confirmLinkOf = async ({ id }: { id: string }, about: 'place' | 'answers' | 'friends') =>
    confirmLink(origin, await sign('confirm', id), about)

  /** The confirmation link for the button of a mail; null if pressing it would not have the given effect. */
  const askFor = async (brings: 'friend' | 'places', person: Person) =>
    person.press_brings === brings ? { brings, link: await confirmLinkOf(person, 'friends') } : null

  return { origin, addressTo, sign, signWithCode, placeLinkOf, confirmLinkOf, askFor }
}

/** Whether somebody joined within the last day. */
export function isNewcomer(joined: Date): boolean {
  return Date.now() - joined.getTime() < DAY_MS
}
