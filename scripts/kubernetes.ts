import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { manifests } from './kubernetes/manifests.ts'

/** `npm run kubernetes` writes the manifests of docs/kubernetes.md. A test compares the file with the manifests. */
export const FILE = join(import.meta.dirname, '../docs/deploying/kubernetes.yaml')

export function kubernetesYaml(): string {
  const documents = manifests().map((manifest) => {
    // Finds faults that types allow: names that are too long, values that are out of bounds.
    manifest.validate()
    return stringify(manifest.toJSON(), { lineWidth: 0 })
  })
  return `# Made by \`npm run kubernetes\`. docs/kubernetes.md says how to use it.\n${documents.join('---\n')}`
}

if (import.meta.main) writeFileSync(FILE, kubernetesYaml())
