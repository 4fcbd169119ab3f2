import * as z from 'zod/mini'
import { ERASING_SERVICES, type ErasingService } from '../owner/integrations.ts'

/**
 * `nothing`: the service never had their data. `not set up`: kept until the service is set up again. `failed`: the
 * owner has to retry. `given up`: the time for which the address was kept is over.
 */
export const ErasingOutcome = z.enum(['nothing', 'done', 'waiting', 'not set up', 'failed', 'dismissed', 'given up'])
export type ErasingOutcome = z.infer<typeof ErasingOutcome>

function forEach<Value>(value: Value) {
  return Object.fromEntries(ERASING_SERVICES.map((name) => [name, value])) as Record<ErasingService, Value>
}

export const NOTHING_THERE = forEach('nothing' as ErasingOutcome)

export const Receipt = z.object({
  entry_id: z.string(),
  joined_position: z.int(),
  erased_at: z.iso.datetime(),
  services: z.object(forEach(ErasingOutcome)),
})
export type Receipt = z.infer<typeof Receipt>

export const ReceiptsPage = z.object({ receipts: z.array(Receipt), next_cursor: z.nullable(z.string()) })
export type ReceiptsPage = z.infer<typeof ReceiptsPage>

export const ReceiptSums = z.array(
  z.object({ service: z.enum(ERASING_SERVICES), outcome: ErasingOutcome, people: z.int() }),
)
export type ReceiptSums = z.infer<typeof ReceiptSums>
