/** The dashboard password of the server under test. */
export const OWNER_PASSWORD = 'the chair by the window'
