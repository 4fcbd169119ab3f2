import * as z from 'zod/mini'
import { schemaPerSite } from '../site/schema-per-site.ts'
import { site } from '../site/site.ts'
import { text } from '../values/text-schema.ts'

export const ShareMethod = z.enum(['copy_clipboard', 'instagram', 'twitter', 'facebook', 'native_share'])
export type ShareMethod = z.infer<typeof ShareMethod>

/** No event carries an answer, an address or a code. */
export const AnalyticsEvent = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('page_view'),
    path: text(2000),
    title: z.optional(text(500, { blank: true })),
  }),
  z.object({
    name: z.literal('form_step_complete'),
    step_index: schemaPerSite(() => z.int().check(z.minimum(0), z.maximum(site().questions.length - 1))),
    step_name: schemaPerSite(() => z.enum(site().questions.map(({ name }) => name) as [string, ...string[]])),
  }),
  z.object({ name: z.literal('waitlist_submission'), has_referral: z.boolean() }),
  z.object({ name: z.literal('referral_used') }),
  z.object({ name: z.literal('share'), method: ShareMethod, content_type: z.literal('referral_link') }),
])
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>

export const EventRequest = z.intersection(
  AnalyticsEvent,
  z.object({ utm_source: z.nullish(text(200, { blank: true })) }),
)
export type EventRequest = z.infer<typeof EventRequest>
