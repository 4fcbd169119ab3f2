import { isAscii, isUtf8 } from 'node:buffer'
import type { ENCODINGS } from '#shared/list/imports.ts'

type Encoding = (typeof ENCODINGS)[number]

export const HEAD_BYTES = 64 * 1024

/**
 * A byte order mark decides. UTF-16 also has a zero byte in each Latin letter. What is not UTF-8 is windows-1252, the
 * encoding of older spreadsheets, unless it is UTF-8 with a few broken letters, or Shift-JIS.
 */
export function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, HEAD_BYTES)
  const [atEven, atOdd] = [0, 1].map((start) => zerosIn(head, start))
  if (atOdd! > head.length / 4 && atEven === 0) return 'utf-16le'
  if (atEven! > head.length / 4 && atOdd === 0) return 'utf-16be'
  if (bytes.subarray(0, 3).equals(UTF_8_MARK) || isUtf8(bytes)) return 'utf-8'
  const { good, broken } = lettersOf(bytes)
  if (good > broken) return 'utf-8'
  return isJapanese(head) ? 'shift_jis' : 'windows-1252'
}

const UTF_8_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const ENOUGH_LETTERS = 1_000

function lettersOf(bytes: Buffer): { good: number; broken: number } {
  const decoder = new TextDecoder()
  let [good, broken] = [0, 0]
  for (let start = 0; start < bytes.length && good + broken < ENOUGH_LETTERS; start += HEAD_BYTES) {
    const slice = bytes.subarray(start, start + HEAD_BYTES)
    // Decoding all of a long file would hold up other requests for a second.
    if (isAscii(slice)) continue
    const text = decoder.decode(slice, { stream: true })
    broken += text.match(/\uFFFD/g)?.length ?? 0
    good += text.match(/[\u0080-\uFFFC]/g)?.length ?? 0
  }
  return { good, broken }
}

/** Western letters make kana seldom, and by chance. */
function isJapanese(head: Buffer): boolean {
  const text = new TextDecoder('shift_jis').decode(head)
  const kana = text.match(/[\u3041-\u30FF]/g)?.length ?? 0
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  return kana > 2 * broken
}

function zerosIn(bytes: Buffer, start: number): number {
  let zeros = 0
  for (let index = start; index < bytes.length; index += 2) if (bytes[index] === 0) zeros += 1
  return zeros
}
