import * as z from 'zod/mini'

/** The id of a network in reviews: a keyed hash of 64 bits, written as a signed decimal integer. */
export const Block = z
  .string()
  .check(z.refine((text) => /^-?\d{1,19}$/.test(text) && isSigned64(text), { error: 'must be a network of a review' }))

/** Whether the number fits into 64 bits and is written as the database writes it, for example without leading zeros. */
function isSigned64(text: string): boolean {
  return BigInt.asIntN(64, BigInt(text)).toString() === text
}
