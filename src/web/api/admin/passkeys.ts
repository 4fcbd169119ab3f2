import { type OwnPasskey, OwnPasskeys, type PasskeyAnswer } from '#shared/owner/passkeys.ts'
import { paths } from '#shared/site/paths.ts'
import { fetchJson } from './admin.ts'
import { isRefused, nothing, type Refused, send } from './send-change.ts'
import { sendJson } from '../send-json.ts'

const OWN = `${paths.api.adminAccount}/passkeys`
const PROOF = `${paths.api.adminProof}/passkey`

/** Loaded on first use, so that people without a passkey do not download the code. */
const ceremonies = () => import('../../passkeys/ceremonies.ts')

const NOT_LOADED = { refused: 'That did not work. Please check your connection, and try again.' }
const HAS_ONE = { refused: 'This device has a passkey for your account already.' }
const CANCELLED = { refused: 'No passkey was added.' }

export function fetchOwnPasskeys(): Promise<OwnPasskeys> {
  return fetchJson(OwnPasskeys, OWN)
}

/** Lets the browser make a passkey for the account that is signed in. */
export async function addPasskey(name: string): Promise<null | Refused> {
  const options = await send('POST', `${OWN}/options`, undefined, (response) => response.json() as Promise<object>)
  if (isRefused(options)) return options
  const loaded = await ceremonies().catch(() => null)
  if (!loaded) return NOT_LOADED
  const made = await loaded.createPasskey(options)
  if (made === null) return CANCELLED
  return made === 'has-one' ? HAS_ONE : send('POST', OWN, { name, answer: made }, nothing)
}

export function renamePasskey({ id, name }: Pick<OwnPasskey, 'id' | 'name'>): Promise<null | Refused> {
  return send('PATCH', `${OWN}/${id}`, { name }, nothing)
}

export function removePasskey(id: string): Promise<null | Refused> {
  return send('DELETE', `${OWN}/${id}`, undefined, nothing)
}

/** Confirms the identity of the account with a passkey. Returns null on success, otherwise the reason. */
export async function proveWithPasskey(): Promise<string | null> {
  try {
    const answer = await askForPasskey(PROOF, { isSuggested: false })
    if (answer === null) return 'No passkey was chosen.'
    const response = await sendJson(PROOF, { answer })
    return response.ok ? null : 'This passkey was not accepted. Please enter your password.'
  } catch {
    return NOT_LOADED.refused
  }
}

/** The passkey that the person chooses for signing in. Null if they choose none, or the server cannot be reached. */
export async function chooseForSignIn(choice: { isSuggested: boolean }): Promise<PasskeyAnswer | null> {
  return askForPasskey(paths.api.adminPasskey, choice).catch(() => null)
}

export async function endPasskeyQuestion(): Promise<void> {
  await ceremonies().then(({ endQuestion }) => endQuestion())
}

async function askForPasskey(path: string, choice: { isSuggested: boolean }): Promise<PasskeyAnswer | null> {
  const [response, { choosePasskey }] = await Promise.all([sendJson(`${path}/options`, {}), ceremonies()])
  return response.ok ? choosePasskey(await response.json(), choice) : null
}
