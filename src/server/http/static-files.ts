import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Body, prepareBody } from './body.ts'

export type Files = ReadonlyMap<string, Body>

export const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' }
export const AN_HOUR = { 'cache-control': 'public, max-age=3600' }
const NEVER_CHANGE = /^\/(assets|site)\//

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
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
