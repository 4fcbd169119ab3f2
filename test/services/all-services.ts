import { fakeBeehiiv } from './fake-beehiiv.ts'
import { fakeNotion } from './fake-notion.ts'
import { FROM } from './fake-services.ts'
import { fakeSmtp } from './fake-smtp.ts'
import { testApp } from '../test-app.ts'

/** A server that runs its jobs with fakes of all services. */
export async function allServices() {
  const parts = new AsyncDisposableStack()
  const smtp = parts.use(await fakeSmtp())
  const notion = parts.use(await fakeNotion())
  const beehiiv = parts.use(await fakeBeehiiv())
  const mail = { url: smtp.url, from: FROM, allowPlaintext: true }
  const services = { mail, notion: notion.config, beehiiv: beehiiv.config }
  const app = parts.use(await testApp({ work: true, services, publicUrl: 'https://waitlist.example' }))
  return {
    smtp,
    notion,
    beehiiv,
    app,
    mailsTo: (email: string) => smtp.mails.filter(({ to }) => to[0] === email),
    pages: () => notion.pages.filter(({ in_trash }) => !in_trash),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
