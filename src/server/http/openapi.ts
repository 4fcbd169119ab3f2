import swagger from '@fastify/swagger'
import type { FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { site } from '#shared/site/site.ts'
import { paths } from '#shared/site/paths.ts'
import type { App } from './server.ts'

const SESSION = 'session'
/** The name of the security scheme for API keys in the OpenAPI description. */
export const KEY_SCHEME = 'key'

/** Collects the API's description from the schemas of the routes. Register it before the routes. */
export async function describeRoutes(app: App, { sessionCookie }: { sessionCookie: string }) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${site().brand.name} waitlist`, version: '1' },
      components: {
        securitySchemes: {
          [SESSION]: { type: 'apiKey', in: 'cookie', name: sessionCookie },
          [KEY_SCHEME]: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
}

/**
 * Marks every route that is registered later as one that needs a session, so that only the owner sees it in the
 * description.
 */
export function describeAsOwners(app: App) {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, security: [{ [SESSION]: [] }] }
  })
}

/** Serves the description: all of it to the owner, the public routes to everybody else. */
export function openapiRoute(app: App, { isOwner }: { isOwner: (request: FastifyRequest) => Promise<boolean> }) {
  app.get(paths.api.openapi, { schema: { hide: true } }, async (request, reply) => {
    const description = app.swagger()
    reply.header('cache-control', 'no-store')
    return (await isOwner(request)) ? description : withoutOwners(description)
  })
}

type Description = { paths?: Record<string, object | undefined> }

function withoutOwners(description: Description): Description {
  const paths = Object.entries(description.paths ?? {}).flatMap(([path, operations]) => {
    const open = Object.entries<object>({ ...operations }).filter(([, operation]) => !('security' in operation))
    return open.length > 0 ? [[path, Object.fromEntries(open)]] : []
  })
  return { ...description, paths: Object.fromEntries(paths) }
}
