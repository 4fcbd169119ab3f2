/** The token in an `Authorization` header; empty for any other header, which then counts as an invalid token. */
export function bearerToken({ authorization = '' }: { authorization?: string | undefined }): string {
  return /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1] ?? ''
}
