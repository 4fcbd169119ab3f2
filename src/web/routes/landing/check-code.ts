import { ROUTES } from '#shared/routes.ts'
import { fill } from '#shared/values/fill.ts'
import { site } from '#shared/site/site.ts'
import { REFERRAL_CODE_LENGTH, tidyReferralCode } from '#shared/joining/referral-code.ts'
import { codeInLink } from '#shared/joining/referral-link.ts'
import { timeLimit } from '../../timing/time-limit.ts'
import { judgeCode } from '../../storage/arrival.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'

const PAUSE_MS = 400
/** While the text is shorter than a code: it is probably incomplete. */
const LONGER_PAUSE_MS = 2_000

type Field = { tell: (note: string) => void; change: (code: string) => void }

/**
 * After a pause in typing. Without an answer the note is empty, because the check must never prevent joining. Returns a
 * function that stops it.
 */
export function checkCode(typed: string, { tell, change }: Field): () => void {
  const code = tidyReferralCode(typed)
  let isStopped = false

  async function check() {
    if (codeInLink(typed) !== null) return change(code)
    const { own, unknown, unknownLink } = site().codeNotes
    const isOwn = localSubmissions().some(({ referral_code }) => referral_code === code)
    const note = isOwn ? own : await noteOn(code)
    judgeCode(typed, note === unknown ? unknownLink : '')
    if (!isStopped) tell(note)
  }

  tell('')
  const pause = code.length < REFERRAL_CODE_LENGTH ? LONGER_PAUSE_MS : PAUSE_MS
  const timer = code ? setTimeout(check, pause) : undefined
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** The page has two forms with the same code. */
const notes = new Map<string, Promise<string>>()

function noteOn(code: string): Promise<string> {
  const note = notes.get(code) ?? fetchNote(code)
  notes.set(code, note)
  return note
}

async function fetchNote(code: string): Promise<string> {
  try {
    const path = ROUTES.isKnownCode.path.replace(':code', encodeURIComponent(code))
    const response = await fetch(path, { signal: timeLimit(8_000) })
    const { known, ahead } = site().codeNotes
    if (response.ok) {
      const { bonus } = (await response.json()) as { bonus: number }
      return bonus > 0 ? fill(ahead, { places: bonus }) : known
    }
    if (response.status === 404) return site().codeNotes.unknown
  } catch {
    // Without a response there is no note.
  }
  notes.delete(code)
  return ''
}
