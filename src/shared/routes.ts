import { accounts } from './routes/accounts.ts'
import { people } from './routes/people.ts'
import { programs } from './routes/programs.ts'
import { sending } from './routes/sending.ts'
import { setup } from './routes/setup.ts'
import { updates } from './routes/updates.ts'
import { visitors } from './routes/visitors.ts'

/**
 * Every call of the server, once. The build puts method and path in place of `ROUTES.x` in scripts for browsers, which
 * never load the schemas.
 */
export const ROUTES = { ...visitors, ...accounts, ...people, ...sending, ...updates, ...setup, ...programs }
