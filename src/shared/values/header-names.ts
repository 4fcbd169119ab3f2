/** On automatic requests, which do not extend a session: it ends 12 hours after the last request without it. */
export const BACKGROUND_HEADER = 'x-background'

/**
 * A request with a mailed token sends the token that this browser keeps, which shows that the person who joined here
 * also reads the mailbox. `POST /api/place/confirm` sets it, unless a new address waits for work in progress.
 */
export const BROWSER_TOKEN = 'browser-token'

/** For the tab that pressed the button of a mail of the last hour. It counts as a mailed link. */
export const MAILED_TOKEN = 'mailed-token'
