import * as z from 'zod/mini'

/** `fields`: the problem of each field, by path. `request_id`: only for a failure of the server. */
export const ErrorResponse = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    request_id: z.optional(z.string()),
  }),
})
export type ErrorResponse = z.infer<typeof ErrorResponse>
