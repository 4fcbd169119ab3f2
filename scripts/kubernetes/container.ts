import type { IContainer } from 'kubernetes-models/v1/Container'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import { readChanges } from '../../src/server/updates/read-changes.ts'

/** The user of the image, without rights, on a file system that is read-only apart from its volumes. */
export const podSecurity = {
  automountServiceAccountToken: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 1000,
    runAsGroup: 1000,
    fsGroup: 1000,
    fsGroupChangePolicy: 'OnRootMismatch',
    seccompProfile: { type: 'RuntimeDefault' },
  },
} satisfies Partial<IPodSpec>

/** The image with its settings. `volumes`: those that are mounted under their name, beside /tmp. */
export function container(volumes: string[]): IContainer {
  return {
    name: 'firstchair',
    image: `ghcr.io/OWNER/firstchair:${readChanges().version}`,
    env: [
      { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'firstchair-db-app', key: 'uri' } } },
      { name: 'PUBLIC_URL', value: 'https://waitlist.example' },
      { name: 'TRUST_PROXY', value: 'uniquelocal' },
      ...(volumes.includes('backups') ? [{ name: 'BACKUP_DIR', value: '/backups' }] : []),
    ],
    // SECRET_KEY, METRICS_TOKEN and BACKUP_PASSPHRASE.
    envFrom: [{ secretRef: { name: 'firstchair-secrets' } }],
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '2Gi' } },
    volumeMounts: ['tmp', ...volumes].map((name) => ({ name, mountPath: `/${name}` })),
  }
}
