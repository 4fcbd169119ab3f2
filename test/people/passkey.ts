import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

export type Twist = {
  origin?: string
  challenge?: string
  host?: string
  /** Whether the device did not verify its user. */
  isUnverified?: boolean
  counter?: number
  /** The id of another credential than the one that signs. */
  id?: string
  handle?: string
}

/** A device with one passkey, without a browser. A `Twist` changes parts of its answers. */
export function passkeyDevice({ origin = 'http://localhost', isCounting = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(16)
  const id = credential.toString('base64url')
  let uses = 0
  let handle: string | undefined

  function clientData(type: string, challenge: string, twist: Twist) {
    const data = { type, challenge: twist.challenge ?? challenge, origin: twist.origin ?? origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data))
  }

  function authenticatorData(flags: number, twist: Twist) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(twist.counter ?? (isCounting ? ++uses : 0))
    const verified = twist.isUnverified ? 0 : FLAGS.verified
    return Buffer.concat([
      sha256(twist.host ?? new URL(origin).hostname),
      Buffer.from([flags | FLAGS.present | verified]),
      counter,
    ])
  }

  return {
    id,
    /** The answer to `POST /api/admin/account/passkeys/options`. */
    create(options: { challenge: string; user: { id: string } }, twist: Twist = {}) {
      handle = options.user.id
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      )
      const authData = Buffer.concat([
        authenticatorData(FLAGS.attested, twist),
        Buffer.alloc(16),
        Buffer.from([0, credential.length]),
        credential,
        key,
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...named(id),
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, twist).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
      }
    },
    /** The signed answer to a challenge. */
    answer({ challenge }: { challenge: string }, twist: Twist = {}) {
      const data = authenticatorData(0, twist)
      const client = clientData('webauthn.get', challenge, twist)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...named(twist.id ?? id),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: twist.handle ?? handle,
        },
      }
    },
  }
}

function named(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
