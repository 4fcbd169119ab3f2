import { notify } from '../../../ui/notify.ts'

/** Shows that an action of the owner failed. */
export function notifyFailure(what: string, error: unknown) {
  console.warn(what, error)
  void notify({ title: 'Error', description: `${what} Please try again in a moment.`, tone: 'destructive' })
}
