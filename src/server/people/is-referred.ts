/** Whether the entry `e` came with somebody's code, whatever became of that credit. */
export const IS_REFERRED = 'exists (select from credits where friend_id = e.id)'
