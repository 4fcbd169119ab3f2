import { direction } from './language.ts'

/** Between parts of a sentence, with its space. */
export function comma(): string {
  return direction() === 'rtl' ? '، ' : ', '
}
