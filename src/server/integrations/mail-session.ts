import SMTPConnection, { type SMTPConnectionAuth, type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

type Session = {
  extensions: string[]
  command: (line: string) => Promise<string>
}

/** A custom login method: only such a method gets the open connection. */
const TALK = 'TALK'

/** The library's timeouts restart with each byte. */
const LONGEST_MS = 18_000

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
  let step: string | undefined = 'CONN'
  const tooLate = () => reject(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT', command: step }))
  const timer = setTimeout(tooLate, LONGEST_MS)
  const startTalking = (failure?: Error | null) =>
    failure ? reject(failure) : connection.login({ method: TALK }, (failure) => failure && reject(failure))
  connection.on('error', reject)
  connection.on('end', () => reject(Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' })))
  connection.connect((failure) => {
    if (failure) return reject(failure)
    step = undefined
    if (options.auth && connection.allowsAuth) connection.login(options.auth, startTalking)
    else startTalking()
  })
  return promise.finally(() => {
    clearTimeout(timer)
    connection.close()
  })
}
