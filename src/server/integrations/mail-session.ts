import SMTPConnection, { type SMTPConnectionAuth, type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

type Session = {
  /** What the server can do beyond the plain protocol, such as SMTPUTF8. */
  extensions: string[]
  /** Answers what the server answers. */
  command: (line: string) => Promise<string>
}

/** The library has no commands but sending; a login of one's own is given the open conversation. */
const TALK = 'TALK'

/** Connects, signs in, and has a conversation that sends nothing. Throws what the library throws for a mail. */
export function holdSession<Result>(
  options: SMTPConnectionOptions & { auth?: SMTPConnectionAuth | undefined },
  talk: (session: Session) => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const connection = new SMTPConnection({
    ...options,
    customAuth: {
      [TALK]: async ({ extensions, sendCommand }) => {
        const command = async (line: string) => (await sendCommand(line)).response
        await talk({ extensions, command }).then(resolve, reject)
      },
    },
  })
  const startTalking = (failure?: Error | null) =>
    failure ? reject(failure) : connection.login({ method: TALK }, (failure) => failure && reject(failure))
  connection.on('error', reject)
  connection.on('end', () => reject(Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' })))
  connection.connect((failure) => {
    if (failure) return reject(failure)
    if (options.auth && connection.allowsAuth) connection.login(options.auth, startTalking)
    else startTalking()
  })
  return promise.finally(() => connection.close())
}
