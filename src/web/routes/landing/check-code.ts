import { ROUTES } from '#shared/routes.ts'
import { fill } from '#shared/values/language.ts'
import { site } from '#shared/site/site.ts'
import { REFERRAL_CODE_LENGTH, tidyReferralCode } from '#shared/joining/referral-code.ts'
import { codeInLink } from '#shared/joining/referral-link.ts'
import { timeLimit } from '../../timing/time-limit.ts'
import { judgeCode } from '../../storage/arrival.ts'
import { localSubmissions } from '../../storage/local-submissions.ts'

const PAUSE_MS = 400
/** While the text is shorter than a code: it is probably incomplete. */
const LONGER_PAUSE_MS = 2_000

type CodeKind = 'friend' | 'named' | 'ended'
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
    const isOwn = localSubmissions().some(({ referral_code }) => referral_code === code)
    const { note, greeting } = isOwn ? { note: site().codeNotes.own, greeting: '' } : await verdictOn(code)
    judgeCode(typed, greeting)
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

/** `greeting`: in place of the friend's, for a link with this code. */
type Verdict = { note: string; greeting: string }

/** The page has two forms with the same code. */
const verdicts = new Map<string, Promise<Verdict>>()

function verdictOn(code: string): Promise<Verdict> {
  const verdict = verdicts.get(code) ?? fetchVerdict(code)
  verdicts.set(code, verdict)
  return verdict
}

async function fetchVerdict(code: string): Promise<Verdict> {
  try {
    const path = ROUTES.isKnownCode.path.replace(':code', encodeURIComponent(code))
    const response = await fetch(path, { signal: timeLimit(8_000) })
    const { known, ahead, named, namedAhead, ended, unknown, unknownLink } = site().codeNotes
    // Read in any case: an answer that nobody reads keeps its connection.
    const { kind, bonus } = (await response.json()) as { kind: CodeKind; bonus: number }
    if (response.ok) {
      if (kind === 'ended') return { note: ended, greeting: ended }
      const [plain, better] = kind === 'named' ? [named, namedAhead] : [known, ahead]
      return { note: bonus > 0 ? fill(better, { places: bonus }) : plain, greeting: kind === 'named' ? named : '' }
    }
    if (response.status === 404) return { note: unknown, greeting: unknownLink }
  } catch {
    // Without a response there is no note.
  }
  verdicts.delete(code)
  return { note: '', greeting: '' }
}
