import type pg from 'pg'
import { tidyReferralCode } from '#shared/joining/referral-code.ts'
import { isStorable, MAX_LENGTH } from '#shared/values/text.ts'
import { AppError } from '../base/errors.ts'
import { findCode } from '../people/read-code.ts'

/** Whether joining with this text would credit somebody. Throws an AppError while the database is unavailable. */
export type IsKnownCode = (typed: string) => Promise<boolean>

export function createIsKnownCode(pool: pg.Pool): IsKnownCode {
  return async (typed) => {
    const code = tidyReferralCode(typed)
    if (code.length > MAX_LENGTH.referralCode || !isStorable(code)) return false
    const found = await findCode(pool, code).catch((cause: unknown) => {
      throw new AppError('unavailable', { cause })
    })
    return found !== null
  }
}
