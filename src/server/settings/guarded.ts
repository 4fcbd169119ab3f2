import { fieldOf, isField } from '#shared/owner/setting-fields.ts'

/** It says where people or their data go, or how the server is reached. */
export function isGuarded(name: string): boolean {
  return isField(name) && fieldOf(name).isGuarded === true
}

export function guardedLabels(changes: { name: string }[]): string[] {
  return changes.flatMap(({ name }) => (isField(name) && isGuarded(name) ? [fieldOf(name).label] : []))
}
