import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Encodings = { identity: Buffer; br: Buffer | null; gzip: Buffer | null }

/** No file is read or compressed while a visitor waits. */
export type Body = { encodings: Encodings; etag: string; headers: Record<string, string> }

export function prepareBody(encodings: Encodings, headers: Record<string, string>): Body {
  const hash = createHash('sha256').update(encodings.identity).digest('base64url').slice(0, 22)
  return { encodings, etag: `W/"${hash}"`, headers: { ...headers, vary: 'accept-encoding' } }
}

export async function compressedBody(content: string | Buffer, headers: Record<string, string>): Promise<Body> {
  const identity = Buffer.from(content)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity, { level: 9 })])
  return prepareBody({ identity, br, gzip: gz }, headers)
}

export function sendBody(
  { encodings, etag, headers }: Body,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  reply.headers(headers).header('etag', etag)
  if (!encodings.br) reply.header('accept-ranges', 'bytes')
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()

  const range = partOf(request.headers.range, encodings.identity.length)
  // Some browsers play no film without ranges.
  if (range && !encodings.br && reply.statusCode === 200) return sendPart(encodings.identity, { range, reply })

  const encoding = bestEncoding(String(request.headers['accept-encoding'] ?? ''), encodings)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(encodings[encoding])
}

type Part = { first: number; last: number }

function sendPart(content: Buffer, { range: { first, last }, reply }: { range: Part; reply: FastifyReply }) {
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${content.length}`)
    .send(content.subarray(first, last + 1))
}

/** Otherwise the whole content is sent, as HTTP allows. */
function partOf(header: string | undefined, length: number): Part | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (!from && !to)) return null
  const first = from ? Number(from) : Math.max(0, length - Number(to))
  const last = from && to ? Math.min(Number(to), length - 1) : length - 1
  return first <= last ? { first, last } : null
}

function bestEncoding(accepted: string, encodings: Encodings): keyof Encodings {
  const isAccepted = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  if (encodings.br && isAccepted('br')) return 'br'
  if (encodings.gzip && isAccepted('gzip')) return 'gzip'
  return 'identity'
}

type Files = ReadonlyMap<string, Body>

export const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' }
export const AN_HOUR = { 'cache-control': 'public, max-age=3600' }
const NEVER_CHANGE = /^\/(assets|site)\//

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

export function contentTypeOf(path: string): string | undefined {
  return CONTENT_TYPES[path.slice(path.lastIndexOf('.'))]
}

export function readFiles(folder: string): Files {
  if (!existsSync(folder)) return new Map()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(files)
  const read = (file: string) => (known.has(file) ? readFileSync(file) : null)
  return new Map(
    files.flatMap((file): [string, Body][] => {
      const path = file.slice(folder.length)
      const type = contentTypeOf(path)
      if (!type) return []
      const caching = NEVER_CHANGE.test(path) ? FOREVER : AN_HOUR
      const encodings = { identity: readFileSync(file), br: read(`${file}.br`), gzip: read(`${file}.gz`) }
      return [[path, prepareBody(encodings, { ...caching, 'content-type': type })]]
    }),
  )
}
