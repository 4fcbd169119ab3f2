import { readConfig } from '../../src/server/base/config/config.ts'
import { startServer } from '../../src/server/start-server.ts'

/** `npm start` without pauses between calls to services, with shorter time-outs for them. */
const { mail, notion, beehiiv, ...config } = readConfig()
const timeoutMs = 1_000
const impatience = new URLSearchParams(
  ['greetingTimeout', 'socketTimeout', 'connectionTimeout'].map((name): [string, string] => [name, String(timeoutMs)]),
)
const services = {
  mail: mail && { ...mail, url: `${mail.url}?${impatience}` },
  notion: notion && { ...notion, timeoutMs },
  beehiiv: beehiiv && { ...beehiiv, timeoutMs },
}
const server = await startServer({ ...config, ...services }, { paces: { mail: 0, notion: 0, beehiiv: 0 } })
process.on('SIGINT', () => void server.stop().then(() => process.exit()))
console.log(server.address)
