import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers keep 4,096 bytes at most, with the name and the attributes. */
export const MOST_BYTES = 3_800

/** Cookies that scripts cannot read, and that no form of another site brings along. */
export type Cookies = {
  write: (reply: FastifyReply, name: string, kept: { value: string; goodForMs: number }) => void
  forget: (reply: FastifyReply, name: string) => void
  /** Empty if there is none. */
  read: (request: Pick<FastifyRequest, 'headers'>, name: string) => string
}

export function createCookies({ isSecure }: { isSecure: () => boolean }): Cookies {
  const nameOf = (name: string) => (isSecure() ? `__Host-${name}` : name)

  const write: Cookies['write'] = (reply, name, { value, goodForMs }) => {
    // With Lax, it comes along after a form of another site has led here.
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
