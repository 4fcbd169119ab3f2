import { notify } from '../../../ui/notify.ts'

/** Says that something the owner asked for could not be done. */
export function notifyFailure(what: string, error: unknown) {
  console.warn(what, error)
  void notify({ title: 'Error', description: `${what} Please try again in a moment.`, tone: 'destructive' })
}
