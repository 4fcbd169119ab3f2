/** What opens the dashboard of the server that these tests run on. */
export const OWNER_PASSWORD = 'the chair by the window'
