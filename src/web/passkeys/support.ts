export function canUsePasskeys(): boolean {
  return isSecureContext && typeof PublicKeyCredential === 'function'
}

/** The device itself, behind a fingerprint, a face or a PIN. */
export async function canKeepPasskeys(): Promise<boolean> {
  return canUsePasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
}

export async function canSuggestPasskeys(): Promise<boolean> {
  return canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
}
