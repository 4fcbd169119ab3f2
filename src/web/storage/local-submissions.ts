import type { Answers } from '#shared/site/questions.ts'
import { readStoredJson } from './storage.ts'

export type LocalSubmission = Answers & {
  id: string
  email: string
  position: number
  referral_code: string
  used_referral_code: string | null
  referrals: number
  created_at: string
}

export function localSubmissions(): LocalSubmission[] {
  const stored = readStoredJson('localStorage', 'waitlistSubmissions')
  return Array.isArray(stored) ? stored : []
}
