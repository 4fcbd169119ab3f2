import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, start, until } from '../../test/servers/process.ts'
import { NAME } from './visitor.ts'

const DEPLOYING = join(import.meta.dirname, '../../docs/deploying')

export type Ports = { site: number; plain: number; tls: number }
/** `logs`: beside its output. */
export type Proxy = { program: Program; authority: () => Buffer; logs: string[] }

export function startNginx(folder: string, { site, plain, tls }: Ports): Proxy {
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const about = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      ...about,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  )
  const content = replaceEach(readFileSync(join(DEPLOYING, 'nginx.conf'), 'utf8'), [
    ['127.0.0.1:3000', `127.0.0.1:${site}`],
    ['/var/log/nginx/', `${folder}/`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen [::]:80;', `listen [::1]:${plain};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${tls} ssl http2;`],
    ['listen [::]:443 ssl http2;', `listen [::1]:${tls} ssl http2;`],
    [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${NAME}/privkey.pem`, key],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\npid ${join(folder, 'nginx.pid')};\nerror_log ${join(folder, 'error.log')} error;\n${process.getuid?.() === 0 ? 'user www-data;\n' : ''}events {}\nhttp {\naccess_log ${join(folder, 'access.log')};\n${temporary.join('\n')}\n${content}}\n`,
  )
  execFileSync('chmod', ['-R', 'a+rX', folder])
  return {
    program: start(['nginx', '-e', 'stderr', '-c', file]),
    authority: () => readFileSync(certificate),
    logs: ['error.log', 'access.log'].map((log) => join(folder, log)),
  }
}

export function startCaddy(folder: string, { site, plain, tls }: Ports): Proxy {
  mkdirSync(folder, { recursive: true })
  const trial = `\tadmin off\n\thttp_port ${plain}\n\thttps_port ${tls}\n\tdefault_bind 127.0.0.1\n\tlocal_certs\n\tskip_install_trust\n`
  const content = replaceEach(readFileSync(join(DEPLOYING, 'Caddyfile'), 'utf8'), [
    ['127.0.0.1:3000', `127.0.0.1:${site}`],
    ['\n{\n', `\n{\n${trial}`],
  ])
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, content)
  const env = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return {
    program: start(['caddy', 'run', '--adapter', 'caddyfile', '--config', file], { env }),
    authority: () => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt')),
    logs: [],
  }
}

/** Rejects with its output if it ends. */
export async function isListening({ program }: Proxy, visit: () => Promise<unknown>): Promise<void> {
  const ended = program.end.then((outcome) => {
    throw new Error(`The proxy ended: ${JSON.stringify(outcome)}`)
  })
  await Promise.race([
    ended,
    until(() =>
      visit().then(
        () => true,
        () => false,
      ),
    ),
  ])
}

/** Throws if a file no longer has what is to be replaced. */
function replaceEach(text: string, changes: [string, string][]): string {
  return changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The file has no ${from}`)
    return before.replaceAll(from, to)
  }, text)
}
