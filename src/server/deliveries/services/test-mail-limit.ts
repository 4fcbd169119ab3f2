/** This limit is shared by all sessions: a stolen session must not become a way to send mail. */
export const TEST_MAILS = { max: 6, minutes: 10, isForAll: true }
