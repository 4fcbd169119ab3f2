import * as z from 'zod/mini'
import { ERASING_SERVICES, type ErasingService } from '../owner/integrations.ts'

/**
 * The outcome of erasing a person at a service:
 * - `nothing`: the service never had their data;
 * - `done`: the service has deleted their data;
 * - `waiting`: the server still has to send the erasure;
 * - `not set up`: the erasure is kept until the service is set up again;
 * - `failed`: the service refused, and the owner has to retry;
 * - `dismissed`: the service refused, and the owner has dismissed the failure;
 * - `given up`: the time for which the address was kept is over.
 */
export const ErasingOutcome = z.enum(['nothing', 'done', 'waiting', 'not set up', 'failed', 'dismissed', 'given up'])
export type ErasingOutcome = z.infer<typeof ErasingOutcome>

type ByService = Record<ErasingService, typeof ErasingOutcome>

export const NOTHING_THERE: Record<ErasingService, ErasingOutcome> = { notion: 'nothing', beehiiv: 'nothing' }

/** The receipt of one erasure. On the list itself, everything was deleted immediately. */
export const Receipt = z.object({
  entry_id: z.string(),
  /** The joining position, which is kept after the erasure. */
  joined_position: z.int(),
  erased_at: z.iso.datetime(),
  services: z.object({ notion: ErasingOutcome, beehiiv: ErasingOutcome } satisfies ByService),
})
export type Receipt = z.infer<typeof Receipt>

/** The answer of `GET /api/admin/acts/:id/receipts`: the people whom an act erased, fifty at a time. */
export const ReceiptsPage = z.object({ receipts: z.array(Receipt), next_cursor: z.nullable(z.string()) })
export type ReceiptsPage = z.infer<typeof ReceiptsPage>

/** The number of people of an act with each outcome at each service. The outcome `nothing` is left out. */
export const ReceiptSums = z.array(
  z.object({ service: z.enum(ERASING_SERVICES), outcome: ErasingOutcome, people: z.int() }),
)
export type ReceiptSums = z.infer<typeof ReceiptSums>
