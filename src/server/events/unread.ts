export const readBy = (follower: string) => `(select seq from followers where name = '${follower}')`

export const unreadBy = (follower: string) => `select * from events where seq > ${readBy(follower)}`

export const unsettledBy = (follower: string) =>
  `select entry_id from (${unreadBy(follower)}) as unread union all
    select entry_id from events_set_aside where follower = '${follower}'`
