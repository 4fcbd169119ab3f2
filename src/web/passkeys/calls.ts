import type { PasskeyAnswer } from '#shared/owner/passkeys.ts'
import { ROUTES } from '#shared/routes.ts'
import { call, refusal } from '../calls/call.ts'

/** People without a passkey do not download this code. */
const ceremonies = () => import('./ceremonies.ts')

const NOT_LOADED = 'That did not work. Please check your connection, and try again.'

export async function addPasskey(name: string): Promise<null> {
  const options = await call(ROUTES.newPasskeyOptions)
  const loaded = await ceremonies().catch(() => null)
  if (!loaded) throw refusal(NOT_LOADED)
  const made = await loaded.createPasskey(options)
  if (made === null) throw refusal('No passkey was added.')
  if (made === 'has-one') throw refusal('This device has a passkey for your account already.')
  return call(ROUTES.addPasskey, { name, answer: made })
}

/** Null on success, otherwise the reason. */
export async function proveWithPasskey(): Promise<string | null> {
  try {
    const { choosePasskey } = await ceremonies()
    const answer = await choosePasskey(await call(ROUTES.passkeyProofOptions), { isSuggested: false })
    if (answer === null) return 'No passkey was chosen.'
    return await call(ROUTES.proveWithPasskey, { answer }).catch(
      () => 'This passkey was not accepted. Please enter your password.',
    )
  } catch {
    return NOT_LOADED
  }
}

export async function chooseForSignIn(choice: { isSuggested: boolean }): Promise<PasskeyAnswer | null> {
  try {
    const [options, { choosePasskey }] = await Promise.all([call(ROUTES.passkeySignInOptions), ceremonies()])
    return await choosePasskey(options, choice)
  } catch {
    return null
  }
}

export async function endPasskeyQuestion(): Promise<void> {
  await ceremonies().then(({ endQuestion }) => endQuestion())
}
