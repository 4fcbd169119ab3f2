import { paths } from '#shared/paths.ts'

/** `unknown`: the token is not one of ours. */
export type MailChange = 'changed' | 'unknown' | 'failed'

/** Ends all mail to whom the token was sent, or begins it again. */
export async function changeMail(wish: 'stop' | 'resume', token: string): Promise<MailChange> {
  try {
    const response = await fetch(`${paths.unsubscribe}?${new URLSearchParams({ token })}`, {
      method: wish === 'stop' ? 'POST' : 'DELETE',
      signal: AbortSignal.timeout(20_000),
    })
    if (response.ok) return 'changed'
    return response.status === 400 ? 'unknown' : 'failed'
  } catch (error) {
    console.warn('The wish for mail was not kept', error)
    return 'failed'
  }
}
