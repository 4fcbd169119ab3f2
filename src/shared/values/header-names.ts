/**
 * Automatic requests, above all the refresh every 30 seconds, carry this header with any value. They do not extend a
 * session: it ends 12 hours after the last request without the header.
 */
export const BACKGROUND_HEADER = 'x-background'

/**
 * The header with the token of this browser. The answer of `POST /api/place/confirm` sets it, unless a new address
 * waits for work in progress: then the person gets a mail with a link. A request with a mailed token sends the token
 * that this browser keeps, which shows that the person who joined here also reads the mailbox.
 */
export const BROWSER_TOKEN = 'browser-token'

/**
 * The header with a token for the tab that pressed the button of a mail of the last hour. It counts as a mailed link.
 * The answer of `POST /api/place/confirm` sets it beside `BROWSER_TOKEN`.
 */
export const MAILED_TOKEN = 'mailed-token'
