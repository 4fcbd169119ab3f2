import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyAnswer } from '#shared/owner/passkeys.ts'

type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON']
type Offered = Parameters<typeof startRegistration>[0]['optionsJSON']

/**
 * From the suggestions of a field, which may take any time, or in a window of the browser. Null if they choose none.
 * Cancels the previous call.
 */
export async function choosePasskey(
  options: unknown,
  { isSuggested }: { isSuggested: boolean },
): Promise<PasskeyAnswer | null> {
  const choice = { optionsJSON: options as Asked, useBrowserAutofill: isSuggested }
  return startAuthentication(choice).then(toPlain<PasskeyAnswer>, () => null)
}

/** `has-one`: the device already has one for this account. Null if the person cancels. */
export async function createPasskey(options: unknown): Promise<NewPasskey['answer'] | 'has-one' | null> {
  return startRegistration({ optionsJSON: options as Offered }).then(toPlain<NewPasskey['answer']>, ({ name }: Error) =>
    name === 'InvalidStateError' ? 'has-one' : null,
  )
}

export function endQuestion() {
  WebAuthnAbortService.cancelCeremony()
}

/** The results of extensions, for which the server does not ask. */
function toPlain<Answer>(answer: object): Answer {
  return { ...answer, clientExtensionResults: {} } as Answer
}
