import { accounts } from './routes/accounts.ts'
import { people } from './routes/people.ts'
import { sending } from './routes/sending.ts'
import { setup } from './routes/setup.ts'
import { updates } from './routes/updates.ts'
import { visitors } from './routes/visitors.ts'

/**
 * Every call of visitors, owners and providers, once; src/server/api/calls.ts has those of programs. In scripts for
 * browsers, the build puts method and path in place of `ROUTES.x`: they never load the schemas.
 */
export const ROUTES = { ...visitors, ...accounts, ...people, ...sending, ...updates, ...setup }
