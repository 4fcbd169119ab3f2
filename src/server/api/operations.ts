type Operation = { summary: string; description: string; scope: string }

/** The texts about each call in the description of the API. */
export const OPERATIONS = {
  listEntries: {
    summary: 'Read people',
    description:
      'The people who pass the filters, a page at a time. Send `next_cursor` as `cursor` for the next page, with the same filters, sort and order; it is null on the last page.',
    scope: 'read',
  },
  readEntry: { summary: 'Read one person', description: '410 `erased` once somebody was erased.', scope: 'read' },
  joinEntry: {
    summary: 'Add a person',
    description:
      'Adds a person to the list, with the answers of the form. 201 for a new person; 200 for somebody on the list, whose answers these replace; 202 while new people must confirm their address: they join when they press the button in the mail. Where mail is set up, they count for the friend whose code they used as soon as they press a button in one of our mails.',
    scope: 'join',
  },
  changeEntry: {
    summary: 'Tag, note, decide about or correct one person',
    description:
      'One change in each call. It is an act, which the owner finds under Activity and can undo. If the act skipped the person, `reasons` says why.',
    scope: 'write',
  },
  eraseEntry: {
    summary: 'Erase one person',
    description: 'Forgets everything about them, here and at the services. This cannot be undone.',
    scope: 'erase',
  },
  makeAct: {
    summary: 'Act on many people',
    description:
      'Tags, notes, accepts, rejects, holds, invites, calls back or erases the selected people. Up to 250 are changed at once, more in parts: read the act for its progress. A `wave` invites the next in launch order.',
    scope: 'write, invite or erase, by the kind of the act',
  },
  readAct: {
    summary: 'Read an act',
    description: 'The state and the progress of an act, and the people whom it changed.',
    scope: 'read',
  },
  readFigures: {
    summary: 'Read figures',
    description: 'The figures of the people who pass the filters, in the days of the time zone of the list.',
    scope: 'read',
  },
  listWaves: { summary: 'Read waves', description: 'Newest first, twenty at a time.', scope: 'read' },
} satisfies Record<string, Operation>

export type OperationId = keyof typeof OPERATIONS
