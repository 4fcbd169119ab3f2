import * as z from 'zod/mini'

/** A network as reviews name it: a keyed hash of 64 bits, as a signed whole number in text. */
export const Block = z
  .string()
  .check(z.refine((text) => /^-?\d{1,19}$/.test(text) && isSigned64(text), { error: 'must be a network of a review' }))

/** Written in the one way in which the database writes it. */
function isSigned64(text: string): boolean {
  return BigInt.asIntN(64, BigInt(text)).toString() === text
}
