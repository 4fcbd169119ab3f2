import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers keep 4,096 bytes at most, with the name and the attributes. */
export const MOST_BYTES = 3_800

/** Scripts cannot read them, and browsers do not send them with a form of another site. */
export type Cookies = {
  write: (reply: FastifyReply, name: string, kept: { value: string; goodForMs: number }) => void
  forget: (reply: FastifyReply, name: string) => void
  read: (request: Pick<FastifyRequest, 'headers'>, name: string) => string
}

export function createCookies({ isSecure }: { isSecure: () => boolean }): Cookies {
  const nameOf = (name: string) => (isSecure() ? `__Host-${name}` : name)

  const write: Cookies['write'] = (reply, name, { value, goodForMs }) => {
    // Lax: the browser must send the cookie after the redirect that follows a form of another site.
    const attributes = `Path=/; Max-Age=${goodForMs / 1_000}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`
    void reply.header('set-cookie', `${nameOf(name)}=${value}; ${attributes}`)
  }

  return {
    write,
    forget: (reply, name) => write(reply, name, { value: '', goodForMs: 0 }),
    read({ headers }, name) {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
      return pairs.find((pair) => pair.startsWith(`${nameOf(name)}=`))?.slice(nameOf(name).length + 1) ?? ''
    },
  }
}
