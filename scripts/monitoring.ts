import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleAnswers } from '../test/sample-answers.ts'

/*
 * Tests the rules of docs/monitoring on made-up series, and runs every rule and every query on a real Prometheus, which
 * watches a real server to which people join. Needs `prometheus` and `promtool`.
 */
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }
type Answer = { status: string; data: { result: unknown[] } }
type Rules = { data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] } }

const MONITORING = join(import.meta.dirname, '../docs/monitoring')
const MAIN = join(import.meta.dirname, '../src/server/main.ts')
const [PORT, METRICS, PROMETHEUS] = [3981, 3982, 3983]
/** The panels that are empty while every delivery and job is done. */
const MAY_BE_EMPTY = ['Deliveries that are not done', 'Jobs that are not finished', 'Age of the oldest job that is due']

for (const program of ['prometheus', 'promtool']) {
  if (spawnSync(program, ['--version']).error) {
    console.error(`There is no ${program} on this machine. Please install it (Debian: apt-get install prometheus).`)
    process.exit(1)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'firstchair-monitoring-'))
const config = join(folder, 'prometheus.yml')
writeFileSync(
  config,
  JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(MONITORING, 'alerts.yml')],
    scrape_configs: [{ job_name: 'firstchair', static_configs: [{ targets: [`127.0.0.1:${METRICS}`] }] }],
  }),
)
const checks = [
  ['check', 'config', config],
  ['test', 'rules', join(import.meta.dirname, 'alerts.test.yml')],
].map((args) => spawnSync('promtool', args, { encoding: 'utf8' }))
for (const { stdout, stderr } of checks) console.log(stdout + stderr)

const env = { PORT: String(PORT), METRICS_PORT: String(METRICS), DATA_DIR: join(folder, 'data'), RATE_LIMIT: 'off' }
const server = spawn(process.execPath, [MAIN], {
  cwd: folder,
  env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', ...env },
  stdio: 'ignore',
})
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'series')}`,
    `--web.listen-address=127.0.0.1:${PROMETHEUS}`,
    '--log.level=error',
  ],
  { stdio: 'inherit' },
)
try {
  const failures = checks.every(({ status }) => status === 0) ? await tryAll() : ['promtool refuses the rules']
  for (const failure of failures) console.log(`FAILED  ${failure}`)
  console.log(failures.length === 0 ? 'Every rule and every query works.' : `${failures.length} failed`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  const ended = [server, prometheus].map((child) => new Promise((resolve) => child.once('close', resolve)))
  server.kill('SIGINT')
  prometheus.kill()
  await Promise.all(ended)
  rmSync(folder, { recursive: true })
}

async function tryAll(): Promise<string[]> {
  await answersAt(`http://127.0.0.1:${PORT}/readyz`)
  await answersAt(`http://127.0.0.1:${PROMETHEUS}/-/ready`)
  await makeBackup()
  // Rates need several scrapes.
  for (let visits = 0; visits < 12; visits += 1) {
    await fetch(`http://127.0.0.1:${PORT}/api/waitlist/entries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person-${visits}@example.com`, full_name: 'Robin Reed', ...sampleAnswers() }),
    })
    await sleep(1_000)
  }
  const { panels } = JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8')) as Dashboard
  const failures: string[] = []
  for (const { title, targets } of panels) {
    for (const { expr } of targets) {
      const { status, data } = await read<Answer>(`/api/v1/query?${new URLSearchParams({ query: expr })}`)
      const works = status === 'success' && (data.result.length > 0 || MAY_BE_EMPTY.includes(title))
      if (!works) failures.push(`${title}: ${expr} finds nothing`)
    }
  }
  const { data } = await read<Rules>('/api/v1/rules')
  const rules = data.groups.flatMap((group) => group.rules)
  for (const { name, health, lastError } of rules) if (health !== 'ok') failures.push(`${name}: ${lastError}`)
  console.log(`${panels.flatMap(({ targets }) => targets).length} queries and ${rules.length} rules were run.`)
  return failures
}

async function makeBackup(): Promise<void> {
  const made = spawn(process.execPath, [join(import.meta.dirname, '../src/server/cli/backup.ts')], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: 'ignore',
  })
  await new Promise((resolve) => made.once('close', resolve))
}

async function read<Body>(path: string): Promise<Body> {
  return (await (await fetch(`http://127.0.0.1:${PROMETHEUS}${path}`)).json()) as Body
}

async function answersAt(url: string): Promise<void> {
  for (const end = Date.now() + 90_000; Date.now() < end; await sleep(250)) {
    if ((await fetch(url).catch(() => null))?.ok) return
  }
  throw new Error(`${url} does not answer`)
}
