import { readConfig } from '../../src/server/config/config.ts'
import { startServer } from '../../src/server/start-server.ts'

/** A message of the benchmark to the server: the made-up time, or the domains that cannot receive mail. */
export type Told = { now?: number; dead?: string[] }

/** The server of `npm start`, but with a made-up clock for judging joins, and with made-up mail domains. */
let now = Date.now()
const dead = new Set<string>()
process.on('message', (told: Told) => {
  if (told.now !== undefined) now = told.now
  for (const domain of told.dead ?? []) dead.add(domain)
  process.send!('heard')
})
const trust = { now: () => new Date(now), lookUp: async (domain: string) => !dead.has(domain) }
const server = await startServer(readConfig(), { trust })
process.on('SIGINT', () => void server.stop().then(() => process.exit()))
console.log(server.address)
