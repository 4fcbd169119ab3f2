import type pg from 'pg'
import { DAY_MS } from '#shared/values/durations.ts'
import { confirmLink, placeLink, unsubscribeLink } from '#shared/site/paths.ts'
import { SAMPLE_CODE } from '../../../emails/code-text.ts'
import { greetingOf } from '../../../emails/greeting.ts'
import { readGreetedName } from '../../joining/full-names.ts'
import type { Requester } from '../../joining/requests.ts'
import type { Person } from '../../people/read-person.ts'
import { createTokens } from '../../tokens/tokens.ts'

export type Asked = Pick<Requester, 'id' | 'email' | 'is_doubtful' | 'created_at' | 'language'>

export type Dependencies = {
  pool: pg.Pool
  publicUrl: string
  confirmDays: number
  invitationDays: number
  isPreview?: boolean
}

export function createAddressing({ pool, publicUrl: origin, isPreview = false }: Dependencies) {
  const tokens = createTokens(pool)
  const greetingTo = async (id: string) => {
    const name = await readGreetedName(pool, id)
    return name === null ? null : greetingOf(name)
  }
  const addressTo = async ({ id, email, is_doubtful, created_at }: Asked) => ({
    to: email,
    greeting: await greetingTo(id),
    isDoubtful: is_doubtful,
    isOfNewcomer: isNewcomer(created_at),
    replyTo: null,
    unsubscribeLink: unsubscribeLink(origin, (await tokens.sign('unsubscribe', id)) ?? ''),
  })
  /** Signs when the mail is composed, because a token holds the time of its signing. */
  const sign = async (purpose: 'place' | 'confirm' | 'address' | 'invitation', id: string) =>
    isPreview ? 'preview' : ((await tokens.sign(purpose, id)) ?? '')
  const signWithCode = async (purpose: 'place' | 'confirm' | 'invitation', id: string) => {
    const token = await sign(purpose, id)
    return { token, code: { origin, code: isPreview || token === '' ? SAMPLE_CODE : await tokens.codeOf(token) } }
  }
  const placeLinkOf = async ({ id }: Person) => placeLink(origin, await sign('place', id))
  const confirmLinkOf = async ({ id }: { id: string }, about: 'place' | 'answers' | 'friends') =>
    confirmLink(origin, await sign('confirm', id), about)

  /** The confirmation link for the button of a mail; null if pressing it would bring nobody anything. */
  const askFor = async (person: Person) => (person.counts_after_press ? confirmLinkOf(person, 'friends') : null)

  return { origin, addressTo, sign, signWithCode, placeLinkOf, confirmLinkOf, askFor }
}

export function isNewcomer(joined: Date): boolean {
  return Date.now() - joined.getTime() < DAY_MS
}
