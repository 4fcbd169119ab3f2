import { type Attempt, notify } from '../../../ui/notify.ts'

/** Shows that an action of the owner failed. */
export function notifyFailure(attempt: Attempt, what: string, error: unknown) {
  console.warn(what, error)
  void notify(attempt, { title: 'Error', description: `${what} Please try again in a moment.`, tone: 'destructive' })
}
