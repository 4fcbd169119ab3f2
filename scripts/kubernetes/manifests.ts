import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Service } from 'kubernetes-models/v1/Service'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { container, podSecurity } from './container.ts'

const NAME = 'firstchair'
const labels = { 'app.kubernetes.io/name': NAME }
const metadata = { name: NAME, labels }
const PORT = 3000

/** Two servers, PostgreSQL on three machines, and a backup each night. */
export function manifests() {
  return [database(), servers(), service(), ingress(), disruptions(), backupVolume(), backups()]
}

/** Replication is synchronous: a commit is acknowledged when two machines have it. Without a second machine, commits wait. */
function database() {
  return new Cluster({
    metadata: { name: `${NAME}-db`, labels },
    spec: {
      instances: 3,
      imageName: 'ghcr.io/cloudnative-pg/postgresql:18',
      storage: { size: '10Gi' },
      bootstrap: {
        initdb: { database: NAME, owner: NAME, encoding: 'UTF8', localeProvider: 'builtin', builtinLocale: 'C.UTF-8' },
      },
      postgresql: {
        parameters: { max_connections: '100' },
        synchronous: { method: 'any', number: 1, dataDurability: 'required' },
      },
      resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '2Gi' } },
      affinity: { enablePodAntiAffinity: true, topologyKey: 'kubernetes.io/hostname', podAntiAffinityType: 'required' },
    },
  })
}

/** Each server keeps the journal of erasures on a volume of its own. */
function servers() {
  return new StatefulSet({
    metadata,
    spec: {
      replicas: 2,
      serviceName: NAME,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          ...podSecurity,
          // A stop takes at most 80 seconds, and the five of preStop.
          terminationGracePeriodSeconds: 90,
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: 'kubernetes.io/hostname',
              whenUnsatisfiable: 'DoNotSchedule',
              labelSelector: { matchLabels: labels },
            },
          ],
          containers: [
            {
              ...container(['data']),
              ports: [{ name: 'http', containerPort: PORT }],
              // Half an hour: on a long list, the first start of a new version may build indexes before it answers.
              // Only readiness asks the database: a database that is away must not restart the servers.
              startupProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 2, failureThreshold: 900 },
              livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, timeoutSeconds: 5, failureThreshold: 6 },
              readinessProbe: { httpGet: { path: '/readyz', port: 'http' }, periodSeconds: 2, timeoutSeconds: 2 },
              // Waits until every proxy has removed this server.
              lifecycle: { preStop: { sleep: { seconds: 5 } } },
            },
          ],
          volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
        },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  })
}

function service() {
  return new Service({
    metadata,
    spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  })
}

function ingress() {
  const backend = { service: { name: NAME, port: { name: 'http' } } }
  const host = 'waitlist.example'
  return new Ingress({
    metadata,
    spec: {
      rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
      tls: [{ hosts: [host], secretName: `${NAME}-tls` }],
    },
  })
}

function disruptions() {
  return new PodDisruptionBudget({ metadata, spec: { minAvailable: 1, selector: { matchLabels: labels } } })
}

function backupVolume() {
  return new PersistentVolumeClaim({
    metadata: { name: `${NAME}-backups`, labels },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } },
  })
}

/** Makes and checks a backup. The check needs room for a second copy of the list. */
function backups() {
  return new CronJob({
    metadata: { name: `${NAME}-backup`, labels },
    spec: {
      schedule: '17 3 * * *',
      concurrencyPolicy: 'Forbid',
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          template: {
            spec: {
              ...podSecurity,
              restartPolicy: 'Never',
              containers: [{ ...container(['data', 'backups']), command: ['node', 'src/server/cli/backup.ts'] }],
              volumes: [
                { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
                { name: 'data', emptyDir: { sizeLimit: '10Gi' } },
                { name: 'backups', persistentVolumeClaim: { claimName: `${NAME}-backups` } },
              ],
            },
          },
        },
      },
    },
  })
}
