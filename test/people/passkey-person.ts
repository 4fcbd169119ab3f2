import type { colleague } from './colleague.ts'
import type { passkeyDevice, Twist } from './passkey.ts'
import type { TestApp } from '../test-app.ts'

export type Caller = Pick<Awaited<ReturnType<typeof colleague>>, 'call'>
type Device = ReturnType<typeof passkeyDevice>

export const OWN_PASSKEYS = '/api/admin/account/passkeys'
export const PASSKEY_SIGN_IN = '/api/admin/session/passkey'

/** Adds a device's passkey to the account of somebody who is signed in. */
export async function addPasskey(person: Caller, device: Device, twist: Twist = {}) {
  const offered = await person.call('POST', `${OWN_PASSKEYS}/options`)
  if (offered.statusCode !== 200) return offered
  return person.call('POST', OWN_PASSKEYS, { name: 'My phone', answer: device.create(offered.json(), twist) })
}

/** Requests the options for a sign-in with a passkey, as a browser without a session does. */
export async function askToSignIn({ app }: TestApp) {
  const asked = await app.inject({ method: 'POST', url: `${PASSKEY_SIGN_IN}/options` })
  return { options: asked.json(), cookie: String(asked.headers['set-cookie']).split(';')[0]! }
}

export function sendPasskey({ app }: TestApp, { answer, cookie, headers = {} }: Sent) {
  return app.inject({ method: 'POST', url: PASSKEY_SIGN_IN, payload: { answer }, headers: { cookie, ...headers } })
}

type Sent = { answer: object; cookie: string; headers?: Record<string, string> }

export async function enterWith(app: TestApp, device: Device, twist: Twist = {}) {
  const { options, cookie } = await askToSignIn(app)
  return sendPasskey(app, { answer: device.answer(options, twist), cookie })
}
