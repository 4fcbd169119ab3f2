export function bearerToken({ authorization = '' }: { authorization?: string | undefined }): string {
  return /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1] ?? ''
}
