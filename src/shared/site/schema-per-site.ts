import * as z from 'zod/mini'
import { perSite, underVersion } from './site.ts'

/** Checks each value against the site that is current at that moment. */
export function schemaPerSite<Schema extends z.ZodMiniType>(make: () => Schema): z.ZodMiniLazy<Schema> {
  const current = perSite(make)
  const schema = z.lazy(current)
  // A lazy schema would read these fields once and cache them.
  for (const field of ['innerType', 'pattern', 'propValues', 'optin', 'optout'] as const)
    Object.defineProperty(schema._zod, field, {
      get: () => (field === 'innerType' ? current() : current()._zod[field]),
      configurable: true,
    })
  return schema
}

/** A value with a `site_version` is checked under that version of the site. */
export function underItsVersion<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const { run } = schema._zod
  schema._zod.run = (payload, context) =>
    underVersion((payload.value as { site_version?: unknown } | null)?.site_version, () => run(payload, context))
  return schema
}
