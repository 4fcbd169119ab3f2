import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { joining, type Say } from './claims.ts'
import { ROUTES } from '#shared/routes.ts'

const ROOT = join(import.meta.dirname, '../..')
const UNIT = join(ROOT, 'docs/deploying/firstchair.service')
/** As systemd counts it: below 2 is its 'OK'. */
const MOST_EXPOSED = 1.6
const SITE = 'http://127.0.0.1:3000'
const EMPTY_TARGETS = ['sysinit', 'basic', 'shutdown', 'umount', 'network-online', 'multi-user', 'initrd-switch-root']

export function checkUnit(say: Say) {
  const security = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', UNIT], {
    encoding: 'utf8',
  })
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(security)![1])
  say(`the unit is little exposed (${exposure} of 10)`, exposure <= MOST_EXPOSED)
}

/**
 * systemd as process 1 in new namespaces, with a layer in memory for all writes, this checkout as /opt/firstchair, no
 * network but loopback, and no other service than the log's.
 */
export async function tryUnit(folder: string, say: Say): Promise<void> {
  const group = join(folder, 'group')
  mkdirSync(join(folder, 'layer'), { recursive: true })
  mkdirSync(join(folder, 'root'))
  mkdirSync(group)
  execFileSync('mount', ['-t', 'cgroup2', 'none', group])
  const own = join(group, `firstchair-${process.pid}`)
  mkdirSync(own)
  const system = spawn('sh', ['-ec', enterGroup(own, folder)], { stdio: 'inherit' })
  const ended = new Promise((resolve) => system.once('close', resolve))
  try {
    await checkRunning(createShell(system.pid!), say)
  } finally {
    system.kill('SIGKILL')
    await ended
    await sleep(500)
    execFileSync('sh', ['-c', `find ${own} -depth -type d -exec rmdir {} + ; umount ${group}`])
    rmSync(folder, { recursive: true })
  }
}

function enterGroup(group: string, folder: string): string {
  const units = '/etc/systemd/system'
  const boot = `
    mount --make-rprivate /
    mount -t tmpfs none ${folder}/layer && mkdir ${folder}/layer/new ${folder}/layer/work
    mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/layer/new,workdir=${folder}/layer/work ${folder}/root
    cd ${folder}/root
    mount -t proc proc proc && mount -t sysfs sysfs sys && mount -t cgroup2 none sys/fs/cgroup && mount --rbind /dev dev
    mount -t tmpfs tmpfs run && mount -t tmpfs -o mode=1777 tmpfs tmp && ip link set lo up
    rm -rf .${units} && mkdir -p opt/firstchair old .${units} ${folder}/layer/code ${folder}/layer/code-work
    mount -t overlay overlay -o lowerdir=${ROOT},upperdir=${folder}/layer/code,workdir=${folder}/layer/code-work opt/firstchair
    rm -f opt/firstchair/.env && echo PORT=of-a-trial > opt/firstchair/.env
    rm -rf var/log/journal etc/machine-id && echo 0123456789abcdef0123456789abcdef > etc/machine-id
    for name in ${EMPTY_TARGETS.join(' ')}; do printf '[Unit]\\nDefaultDependencies=no\\n' > .${units}/$name.target; done
    for name in systemd-journald.service systemd-journald.socket systemd-journald-dev-log.socket system.slice; do
      if [ -e /lib/systemd/system/$name ]; then ln -s /lib/systemd/system/$name .${units}/; fi
    done
    pivot_root . old && umount -l old
    exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin SYSTEMD_UNIT_PATH=${units} /lib/systemd/systemd --system --unit=basic.target --log-level=err`
  return `echo $$ > ${group}/cgroup.procs
    exec unshare --mount --pid --fork --kill-child --net --uts --ipc --cgroup --mount-proc sh -ec '${boot.replaceAll("'", `'\\''`)}'`
}

type Shell = (line: string) => Promise<string>

/** Rejects unless it ends with 0. */
function createShell(pid: number): Shell {
  return async (line) => {
    const first = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    const program = ['-t', first, '--all', '--root', '--wd', 'sh', '-c', line]
    return (await promisify(execFile)('nsenter', program)).stdout.trim()
  }
}

async function checkRunning(shell: Shell, say: Say) {
  const ready = `curl --silent --fail --output /dev/null ${SITE}/readyz`
  await eventually(() => shell('systemctl is-active basic.target'))
  await shell('systemctl start systemd-journald.service')
  for (const line of linesOfPage(0)) await shell(`cd /opt/firstchair && ${line}`)
  say('the unit is valid', await shell('systemd-analyze verify /etc/systemd/system/firstchair.service 2>&1'), '')
  await eventually(() => shell(ready)).catch(async (error) => {
    throw new Error(await shell('journalctl --no-pager -n 40'), { cause: error })
  })
  const pid = await mainPid(shell)
  const status = await shell(`cat /proc/${pid}/status`)
  say('its log has the link of the setup', /#setup=\S+/.test(await shell('journalctl --no-pager -u firstchair')))
  say('it runs as its own user', await shell(`stat -c %U /proc/${pid}`), 'firstchair')
  say(
    'only root and its group read its settings',
    await shell('stat -Lc "%a %G" /opt/firstchair/.env'),
    '640 firstchair',
  )
  say('without rights', /^CapBnd:\s+(\w+)/m.exec(status)?.[1], '0'.repeat(16))
  say('behind a filter of system calls', /^Seccomp:\s+(\d)/m.exec(status)?.[1], '2')
  const write = (path: string) =>
    shell(`nsenter -t ${pid} --mount sh -c 'touch ${path}/x && rm ${path}/x' 2>&1 || echo refused`)
  for (const path of ['/opt/firstchair', '/etc', '/var/lib'])
    say(`${path} is read-only`, /refused/.test(await write(path)))
  for (const path of ['/var/lib/firstchair', '/tmp']) say(`${path} is not`, await write(path), '')
  say('a person joins', await joinOnce(shell), '201')

  await tryTools(shell, say)
  await shell(`kill -9 ${pid}`)
  await eventually(async () => (await mainPid(shell)) !== pid && (await mainPid(shell)) !== '0' && shell(ready))
  say('a killed server is started again, with everything', await joinOnce(shell), '200')
  await shell(linesOfPage(1).join('\n'))
  await eventually(() => shell(ready))
  say('a backup folder elsewhere is allowed', await joinOnce(shell), '200')
  await shell(`set -e\n${linesOfPage(2).join('\n').replaceAll('…', '*')}`)
  await eventually(() => shell(ready))
  say('a backup is restored', await joinOnce(shell), '200')
  const began = performance.now()
  await shell('systemctl stop firstchair')
  const seconds = Math.round((performance.now() - began) / 100) / 10
  say(`a stop ends in order (in ${seconds} s)`, await shell('systemctl show -P Result firstchair'), 'success')
  say('and leaves no process', await shell('pgrep -u firstchair || echo none'), 'none')
}

/** Except those that copy, install and show the log. */
function linesOfPage(block: number): string[] {
  const page = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8')
  const lines = [...page.matchAll(/```sh\n(.*?)```/gs)][block]![1]!.trim().split('\n')
  return lines
    .map((line) => line.replace(/\s+#.*/, ''))
    .filter((line) => !/^(cp -r|node scripts|journalctl)/.test(line))
}

/** As the service's user, outside of its sandbox. */
async function tryTools(shell: Shell, say: Say) {
  const tool = (name: string) =>
    shell(`runuser firstchair -c 'cd /opt/firstchair && node_modules/.bin/node src/server/cli/${name}.ts'`)
  say('a tool works beside it', /All \d+ rules hold/.test(await tool('verify')))
  say('and makes a backup', /all rules hold/.test(await tool('backup')))
}

const PERSON = String(joining().body)

/** 201 for a new person, 200 for one on the list. */
function joinOnce(shell: Shell): Promise<string> {
  return shell(
    `curl --silent --output /dev/null --write-out '%{http_code}' --header 'content-type: application/json' --data '${PERSON}' ${SITE}${ROUTES.join.path}`,
  )
}

async function mainPid(shell: Shell): Promise<string> {
  return shell('systemctl show -P MainPID firstchair')
}

async function eventually(holds: () => Promise<unknown>, seconds = 40): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; ; await sleep(250)) {
    const found = await holds().catch((error: Error) => error)
    if (found !== false && !(found instanceof Error)) return
    if (Date.now() > end) throw new Error(`Not within ${seconds} s`, { cause: found })
  }
}
