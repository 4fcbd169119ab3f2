import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { type ReceivedMail, readMail } from './read-mail.ts'

/** The steps of the conversation at which the server may misbehave. */
type Step = 'connect' | 'auth' | 'from' | 'to' | 'data'
/**
 * An answer like '450 Come back later'; 'hang' never answers, 'die' breaks the connection; a number is a delay in
 * milliseconds; a promise is awaited.
 */
type Fault = `${4 | 5}${number} ${string}` | 'hang' | 'die' | number | Promise<null>
/** Chooses the fault at a step. `address` is the recipient, once it is known. */
type Misbehaviour = (step: Step, address: string) => Fault | null

export type FakeSmtp = Awaited<ReturnType<typeof fakeSmtp>>

type Options = {
  /** Whether it accepts addresses with letters outside ASCII. */
  knowsUtf8?: boolean
  wantsLogin?: boolean
  /** Whether it listens on port 2525, at a random loopback address. */
  isOnMailPort?: boolean
}

/**
 * A mail server on this machine that delivers no mail. It requires the user and password of its `url`, and offers no
 * encryption.
 */
export async function fakeSmtp({ knowsUtf8 = true, wantsLogin = true, isOnMailPort = false }: Options = {}) {
  const host = isOnMailPort ? `127.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}` : '127.0.0.1'
  const mails: ReceivedMail[] = []
  let misbehaviour: Misbehaviour = () => null
  const commands: string[] = []
  let connections = 0

  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    authOptional: !wantsLogin,
    hideSMTPUTF8: !knowsUtf8,
    closeTimeout: 1,
    onConnect: (session, reply) => {
      connections += 1
      void answer(session, 'connect').then(reply)
    },
    onAuth: ({ username, password }, session, reply) => {
      commands.push('AUTH')
      void answer(session, 'auth').then((fault) => {
        if (fault) return reply(fault)
        if (username !== USER || password !== PASSWORD) return reply(toError('535 5.7.8 Who are you?'))
        reply(null, { user: username })
      })
    },
    onMailFrom: ({ address }, session, reply) => {
      commands.push(`MAIL FROM ${address}`)
      void answer(session, 'from').then(reply)
    },
    onRcptTo: ({ address }, session, reply) => {
      commands.push(`RCPT TO ${address}`)
      if (!knowsUtf8 && /[^\x20-\x7e].*@/.test(address))
        return reply(toError('553 5.6.7 Non-ASCII addresses not supported'))
      void answer(session, 'to', address).then(reply)
    },
    onData: (stream, session, reply) => {
      const take = async (raw: Buffer) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const mail = readMail(raw.toString('utf8'), to)
        const fault = misbehaviour('data', to[0]!)
        // A server that dies at this step has stored the mail before.
        if (fault === 'die' || typeof fault !== 'string') mails.push(mail)
        reply(await commit(session, fault))
      }
      // A client that times out disconnects in the middle.
      void buffer(stream).then(take, () => {})
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(isOnMailPort ? 2525 : 0, host, resolve))
  const { port } = server.server.address() as AddressInfo

  async function answer(session: SMTPServerSession, step: Step, address = ''): Promise<Error | null> {
    return commit(session, misbehaviour(step, address))
  }

  async function commit(session: SMTPServerSession, fault: Fault | null): Promise<Error | null> {
    if (fault === 'hang') return new Promise(() => {})
    if (typeof fault === 'number') return sleep(fault, null)
    if (typeof fault === 'object') return fault
    if (fault !== 'die') return toError(fault)
    for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy()
    return new Promise(() => {})
  }

  return {
    url: `smtp://${USER}:${PASSWORD}@${host}:${port}`,
    /** The mails it has accepted, in order. */
    mails,
    /** The AUTH, MAIL FROM and RCPT TO commands, in order. */
    commands,
    /** The number of connections. */
    connections: () => connections,
    misbehave: (how: Misbehaviour) => void (misbehaviour = how),
    recover: () => void (misbehaviour = () => null),
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const connection of server.connections) connection._socket.destroy()
      await closed
    },
  }
}

const USER = 'firstchair'
const PASSWORD = 'secret'

function toError(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}
