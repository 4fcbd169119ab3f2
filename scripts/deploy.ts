import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Program, start } from '../test/servers/process.ts'
import { checkClaims, createReport, joining, PASSWORD } from './deploy/claims.ts'
import { isListening, type Proxy, startCaddy, startNginx } from './deploy/proxies.ts'
import { checkUnit, tryUnit } from './deploy/systemd.ts'
import { NAME, redirectOf, visit } from './deploy/visitor.ts'
import { ROUTES } from '#shared/routes.ts'

/*
 * Behind each proxy with the files of docs/deploying, on ports of this machine, checks what docs/deploying.md claims.
 */

const MAIN = join(import.meta.dirname, '../src/server/main.ts')
const PORTS = { site: 4391, plain: 4392, tls: 4393 }
const JOIN_EVERY_MS = 50
const TOKEN = 'the-token-of-a-mailed-link'
const VISITOR = '127.0.0.6'

const PACKAGES = 'nginx caddy openssl systemd curl iproute2'
for (const program of ['nginx', 'caddy', 'openssl', 'systemd-analyze', 'curl', 'ip']) {
  if (spawnSync(program, ['--help']).error) {
    console.error(`There is no ${program} on this machine. Please install it (Debian: apt-get install ${PACKAGES}).`)
    process.exit(1)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'firstchair-deploy-'))
// nginx works as www-data.
chmodSync(folder, 0o755)
const report = createReport()
try {
  if (isAsked('systemd')) {
    checkUnit(report.under('systemd'))
    if (process.getuid?.() === 0) await tryUnit(join(folder, 'systemd'), report.under('systemd'))
    else console.log('left out  systemd: only root can run the unit')
  }
  if (isAsked('nginx')) await tryProxy('nginx', startNginx)
  if (isAsked('Caddy')) await tryProxy('Caddy', startCaddy)
} finally {
  rmSync(folder, { recursive: true })
}
for (const failure of report.failed) console.log(`FAILED  ${failure}`)
console.log(report.failed.length === 0 ? 'Every claim holds.' : `${report.failed.length} claims do not hold.`)
process.exitCode = report.failed.length === 0 ? 0 : 1

/** `npm run test:deploy -- nginx Caddy` leaves the rest out. */
function isAsked(part: string): boolean {
  const asked = process.argv.slice(2)
  return asked.length === 0 || asked.includes(part)
}

async function tryProxy(name: string, startProxy: (folder: string, ports: typeof PORTS) => Proxy) {
  const say = report.under(name)
  const data = join(folder, `data-${name}`)
  const proxy = startProxy(join(folder, name), PORTS)
  let server = startSite(data)
  try {
    await server.line(/http:/)
    const from = (address: string) => visit({ port: PORTS.tls, authority: proxy.authority(), from: address })
    await isListening(proxy, async () => (await from('127.0.0.2')).close())
    await checkClaims({ ports: PORTS, from }, say)
    await checkRestart()
    await askWithoutServer()
  } finally {
    await server[Symbol.asyncDispose]()
    proxy.program.child.kill('SIGTERM')
    await proxy.program.end
  }
  const { stdout, stderr } = await proxy.program.end
  const logs = [stdout, stderr, ...proxy.logs.map((log) => (existsSync(log) ? readFileSync(log, 'utf8') : ''))].join('')
  const found = [TOKEN, VISITOR].filter((secret) => logs.includes(secret))
  say('its logs have no token and no address of a visitor', found, [])

  /** Proxies log requests that they cannot pass on. */
  async function askWithoutServer() {
    server.child.kill('SIGTERM')
    await server.end
    const visitor = await visit({ port: PORTS.tls, authority: proxy.authority(), from: VISITOR })
    const { status } = await visitor.ask(`/unsubscribe?token=${TOKEN}`, {
      headers: { referer: `https://${NAME}/${TOKEN}` },
    })
    say('without a server the answer is 502', status, 502)
    visitor.close()
    await redirectOf(PORTS.plain, `/unsubscribe?token=${TOKEN}`)
  }

  /** While the server is stopped and started. */
  async function checkRestart() {
    const answers: { status: number; took: number }[] = []
    const underWay: Promise<void>[] = []
    let joins = true
    const joiningAll = (async () => {
      const visitor = await visit({ port: PORTS.tls, authority: proxy.authority(), from: '127.0.0.5' })
      while (joins) {
        const began = performance.now()
        const join = visitor.ask(ROUTES.join.path, joining())
        underWay.push(join.then(({ status }) => void answers.push({ status, took: performance.now() - began })))
        await sleep(JOIN_EVERY_MS)
      }
      await Promise.all(underWay)
      visitor.close()
    })()
    await sleep(1_000)
    const began = performance.now()
    server.child.kill('SIGTERM')
    await server.end
    const down = performance.now()
    server = startSite(data)
    await server.line(/http:/)
    const up = performance.now()
    await sleep(1_000)
    joins = false
    await joiningAll
    const failed = answers.filter(({ status }) => status !== 201)
    const longest = Math.round(Math.max(...answers.map(({ took }) => took)))
    console.log(
      `        ${name}: a restart of ${Math.round(up - began)} ms (${Math.round(up - down)} ms without a server): ${answers.length} joins, ${failed.length} failed, the longest took ${longest} ms`,
    )
    // nginx has nowhere to send a join while its only server is away; Caddy waits.
    const statuses = [...new Set(failed.map(({ status }) => status))]
    if (name === 'nginx') say('joins fail only while there is no server', statuses, [502])
    else say('no join fails in a restart', statuses, [])
  }
}

function startSite(data: string): Program {
  const env = {
    PORT: String(PORTS.site),
    PUBLIC_URL: `https://${NAME}`,
    TRUST_PROXY: 'loopback',
    DATA_DIR: data,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
  }
  return start([process.execPath, MAIN], { env })
}
