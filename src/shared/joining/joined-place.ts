type JoinedPlace = { position: number | null; referralCode: string | null }

const CODE = /^[A-Z0-9]{6}$/
/** No spaces: anybody can make up an address, and the page must not show a stranger's sentence. */
const OLD_CODE = /^[A-Za-z0-9][A-Za-z0-9._~-]{2,63}$/

export function readPlace(search: string): JoinedPlace {
  const parameters = new URLSearchParams(search)
  const position = parameters.get('position') ?? ''
  const written = (parameters.get('referral') ?? '').trim()
  const code = written.toUpperCase()
  return {
    position: /^[1-9]\d{0,8}$/.test(position) ? Number(position) : null,
    referralCode: CODE.test(code) ? code : OLD_CODE.test(written) ? written : null,
  }
}
