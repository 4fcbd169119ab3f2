/** The position and the code in the address. A value that is missing or impossible is null. */
export type Place = { position: number | null; referralCode: string | null }

const CODE = /^[A-Z0-9]{6}$/

export function readPlace(search: string): Place {
  const parameters = new URLSearchParams(search)
  const position = parameters.get('position') ?? ''
  const code = (parameters.get('referral') ?? '').trim().toUpperCase()
  return {
    position: /^[1-9]\d{0,8}$/.test(position) ? Number(position) : null,
    referralCode: CODE.test(code) ? code : null,
  }
}
