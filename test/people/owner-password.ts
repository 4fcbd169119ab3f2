/** The dashboard's password in tests. */
export const OWNER_PASSWORD = 'the chair by the window'

/** Its hash at the lowest cost: with the usual cost, a sign-in takes longer than most tests. */
export const OWNER_PASSWORD_HASH = 'scrypt$2$1$1$Zm9yIHRlc3RzLCBjaGVhcA$UjuArlW7CIHzi2cShg-mP2xzjSQoov6GUEVZWTcJOCw'
