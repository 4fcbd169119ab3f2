/** Whether the entry `e` joined with another entry's code, whatever the state of that credit. */
export const IS_REFERRED = 'exists (select from credits where friend_id = e.id)'
