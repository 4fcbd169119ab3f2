import { paths } from '#shared/site/paths.ts'
import { timeLimit } from '../timing/time-limit.ts'

/** `unknown`: the server did not issue this token. */
export type MailChange = 'changed' | 'unknown' | 'failed'

/** Ends or resumes all mail to the person who has the token. */
export async function changeMail(wish: 'stop' | 'resume', token: string): Promise<MailChange> {
  try {
    const response = await fetch(`${paths.unsubscribe}?${new URLSearchParams({ token })}`, {
      method: wish === 'stop' ? 'POST' : 'DELETE',
      signal: timeLimit(20_000),
    })
    if (response.ok) return 'changed'
    return response.status === 404 ? 'unknown' : 'failed'
  } catch (error) {
    console.warn('The wish for mail was not kept', error)
    return 'failed'
  }
}
