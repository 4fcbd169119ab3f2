import { AppError } from '../base/errors.ts'
import type { Transaction } from '../db/pool.ts'
import { drawCode } from './stored/draw-code.ts'
import { readAddressKey } from '../people/addresses/erased-addresses.ts'
import { insertNewcomers } from './insert-newcomers.ts'
import { changeKnown } from './store-batch.ts'
import { toNewcomers } from './to-newcomers.ts'
import { type HeldRequest, LEAVING } from './waiting.ts'

type Options = {
  /** The entry that has the address; null if there is none. */
  entryId: string | null
  /** The id of a new entry, which the links in the mails name. */
  personId: string
  draw?: (() => string) | undefined
}

/**
 * Puts a person on the list who has confirmed this request, or lets them join again. Returns the id of their entry.
 * Call this with the counter locked.
 */
export async function joinConfirmed(
  tx: Transaction,
  request: HeldRequest,
  { entryId, personId, draw = drawCode }: Options,
): Promise<string> {
  if (entryId !== null) {
    const coded = [{ request, code: null }]
    const answers = await changeKnown(tx, coded, async () => {})
    if (answers.get(request) === LEAVING) throw new AppError('leaving', { retryAfter: 30 })
    return entryId
  }
  // The observations get the time of joining, not of the request, because joining assigns the position.
  const seen = request.seen && { ...request.seen, at: Date.now() }
  const newcomers = toNewcomers([{ ...request, seen }], draw)
  const joining = newcomers.map((newcomer) => ({ ...newcomer, id: personId }))
  const addressKey = await readAddressKey(tx)
  const inserted = await insertNewcomers(tx, { newcomers: joining, addressKey })
  // Neither of two drawn codes was free: the transaction is rolled back, and the visitor presses the button again.
  if (inserted.length === 0) throw new AppError('unavailable')
  return personId
}
