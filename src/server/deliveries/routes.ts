import type { App } from '../http/server.ts'
import { byHandRoutes } from './page/by-hand-routes.ts'
import { integrationRoutes } from './page/integration-routes.ts'
import { mailRoutes } from './mail/mail-routes.ts'
import { waveMailRoutes } from './mail/wave-mail-routes.ts'
import type { RouteDependencies } from './services/route-dependencies.ts'
import { syncRoutes } from './sync/sync-routes.ts'

export function deliveryRoutes(app: App, dependencies: RouteDependencies) {
  byHandRoutes(app, dependencies)
  syncRoutes(app, dependencies)
  integrationRoutes(app, dependencies)
  mailRoutes(app, dependencies)
  waveMailRoutes(app, dependencies)
}
