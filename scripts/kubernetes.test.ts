import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FILE, kubernetesYaml } from './kubernetes.ts'

test('the manifests for Kubernetes are those that scripts/kubernetes makes', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(kubernetesYaml())
})
