/** This limit is shared by all sessions: a stolen session must not become a way to send mail. */
export const TEST_MAILS = { max: 6, timeWindow: '10 minutes', keyGenerator: () => 'the owner', allowList: [] }
