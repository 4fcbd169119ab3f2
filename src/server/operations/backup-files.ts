import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartFailure, writeFailure } from '../base/start-failure.ts'

const AGE = 'age-encryption.org/v1'
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
const EMPTY_FRAME = zstdCompressSync(Buffer.alloc(0), COMPRESSION)

/** If it fails, it leaves no file. */
export async function writeFile(
  file: string,
  content: AsyncIterable<string | Buffer>,
  { passphrase, signal }: { passphrase: string | null; signal?: AbortSignal },
): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw writeFailure(dirname(file), error, 'BACKUP_DIR')
  })
  const written = handle.createWriteStream({ flush: true })
  const compress = createZstdCompress(COMPRESSION)
  const options = signal ? { signal } : {}
  try {
    if (passphrase === null) await pipeline(content, compress, written, options)
    else await pipeline(content, compress, (compressed) => encrypt(compressed, passphrase), written, options)
  } catch (error) {
    await rm(file, { force: true })
    const isOfFile =
      error instanceof Error && 'syscall' in error && (error.syscall === 'write' || error.syscall === 'fsync')
    throw isOfFile ? writeFailure(dirname(file), error, 'BACKUP_DIR') : error
  }
}

export async function openFile(file: string, passphrase: string | null): Promise<AsyncIterable<Buffer>> {
  const isEncrypted = (await beginOf(file)) === AGE
  if (isEncrypted && passphrase === null)
    throw new StartFailure(`${file} is encrypted. Set BACKUP_PASSPHRASE to the passphrase that it was made with.`)
  if (!isEncrypted && passphrase !== null)
    throw new StartFailure(
      `${file} is not encrypted, so anybody may have changed it, and BACKUP_PASSPHRASE is set. Take a file that ends with .age. If you want this one all the same, unset BACKUP_PASSPHRASE for the restore.`,
    )
  const stored = createReadStream(file)
  const compressed = isEncrypted ? await decrypt(stored, { file, passphrase: passphrase! }) : stored
  return decompress(compressed, file)
}

async function beginOf(file: string): Promise<string> {
  try {
    const handle = await open(file)
    const { buffer } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0).finally(() => handle.close())
    return buffer.toString('latin1')
  } catch (cause) {
    throw new StartFailure(`${file} cannot be read (${(cause as Error).message}).`, { cause })
  }
}

async function* encrypt(compressed: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  yield* fromWeb(await encrypter.encrypt(toWeb(Readable.from(compressed))))
}

async function decrypt(
  stream: Readable,
  { file, passphrase }: { file: string; passphrase: string },
): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(stream)))
  } catch (cause) {
    stream.destroy()
    throw new StartFailure(`BACKUP_PASSPHRASE is not the passphrase of ${file}, or the file is damaged.`, { cause })
  }
}

async function* decompress(stream: Readable, file: string): AsyncGenerator<Buffer> {
  const decompressed = createZstdDecompress()
  let given = 0
  let tail: Buffer = Buffer.alloc(0)
  const flowing = pipeline(
    stream,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        given += chunk.length
        tail = Buffer.concat([tail, chunk]).subarray(-EMPTY_FRAME.length)
        yield chunk
      }
    },
    decompressed,
  ).catch(() => {})
  try {
    yield* decompressed
    await flowing
    // Node reports no error when other bytes follow the end of the compressed data. It also adds an empty frame itself
    // if it notices the end too late.
    const rest = given - decompressed.bytesWritten
    const isWritten = rest === EMPTY_FRAME.length && tail.equals(EMPTY_FRAME)
    if (rest > 0 && !isWritten) throw new Error('There is more after its end')
  } catch (cause) {
    throw new StartFailure(`${file} is no backup, or it is damaged. Take another.`, { cause })
  }
}

/** Node and browsers have different types for the same streams, hence the casts. */
function toWeb(stream: Readable) {
  return Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as ReadableStream)
}
