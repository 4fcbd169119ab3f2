import * as z from 'zod/mini'
import { perSite, underVersion } from './site.ts'

/** A schema that depends on the site: what it accepts follows the site as it is when a value is checked. */
export function schemaPerSite<Schema extends z.ZodMiniType>(make: () => Schema): z.ZodMiniLazy<Schema> {
  const current = perSite(make)
  const schema = z.lazy(current)
  // A lazy schema asks once and keeps the answer.
  for (const field of ['innerType', 'pattern', 'propValues', 'optin', 'optout'] as const)
    Object.defineProperty(schema._zod, field, {
      get: () => (field === 'innerType' ? current() : current()._zod[field]),
      configurable: true,
    })
  return schema
}

/** The same schema for values that name a version of the site: each is checked under its own. */
export function underItsVersion<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const { run } = schema._zod
  schema._zod.run = (payload, context) =>
    underVersion((payload.value as { site_version?: unknown } | null)?.site_version, () => run(payload, context))
  return schema
}
