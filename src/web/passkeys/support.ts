/** Whether this browser has passkeys, at this address. */
export function canUsePasskeys(): boolean {
  return isSecureContext && typeof PublicKeyCredential === 'function'
}

/** Whether this device keeps passkeys itself, behind a fingerprint, a face or a PIN. */
export async function canKeepPasskeys(): Promise<boolean> {
  return canUsePasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
}

/** Whether passkeys can be among what the browser suggests for a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
}
