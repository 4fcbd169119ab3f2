/**
 * SQL: whether the entry `e` joined with another entry's code, whatever the state of that credit. This avoids
 * `exists`, with which PostgreSQL may read all credits.
 */
export const IS_REFERRED = '(e.inviter_id is not null)'
