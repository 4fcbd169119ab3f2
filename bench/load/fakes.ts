import { fakeBeehiiv } from '../../test/services/fake-beehiiv.ts'
import { fakeNotion } from '../../test/services/fake-notion.ts'
import { misbehave, recover, settingsOf } from '../../test/services/fake-services.ts'
import { fakeSmtp } from '../../test/services/fake-smtp.ts'

/** In order of arrival; people by their emails. */
export type Received = { messageIds: string[]; pages: string[]; subscriptions: string[] }

const MISBEHAVING = 0.4
const fakes = await gather()
process.on('message', (message) => {
  if (message === 'misbehave')
    misbehave(fakes, { http: MISBEHAVING, smtp: (step) => (step === 'data' ? MISBEHAVING : MISBEHAVING / 10) })
  if (message === 'recover') recover(fakes)
  if (message === 'report') process.send?.(report())
})
process.on('disconnect', () => process.exit())
process.send?.(settingsOf(fakes))

async function gather() {
  const [smtp, notion, beehiiv] = await Promise.all([fakeSmtp(), fakeNotion(), fakeBeehiiv()])
  return { smtp, notion, beehiiv }
}

function report(): Received {
  const { smtp, notion, beehiiv } = fakes
  return {
    messageIds: smtp.mails.map(({ messageId }) => messageId),
    pages: notion.pages.map(({ properties }) => properties.Email.email),
    subscriptions: beehiiv.subscriptions.map(({ email }) => email),
  }
}
