import { reasonOf } from '../../../calls/call.ts'
import { type Attempt, notify } from '../../../ui/notify.ts'

export function notifyFailure(attempt: Attempt, what: string, error: unknown) {
  console.warn(what, error)
  const then = reasonOf(error) ?? 'Please try again in a moment.'
  void notify(attempt, { title: 'Error', description: `${what} ${then}`, tone: 'destructive' })
}
