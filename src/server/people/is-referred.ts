/**
 * SQL: whether the entry `e` joined with another entry's code, whatever the state of that credit. Not `exists`: PostgreSQL
 * may then read all credits.
 */
export const IS_REFERRED = 'coalesce((select true from credits where friend_id = e.id), false)'
