import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { brand } from '#site/brand.ts'
import { paths } from '#shared/paths.ts'
import type { App } from './server.ts'

/** Serves the API's description, made from the schemas at its doors. Register it before the routes. */
export async function openapi(app: App) {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `${brand.name} waitlist`, version: '1' } },
    transform: jsonSchemaTransform,
  })
  app.get(paths.api.openapi, { schema: { hide: true } }, async () => app.swagger())
}
