import type { AddressInfo } from 'node:net'
import type { Place } from '#shared/joining/place.ts'
import { until } from '../servers/process.ts'
import type { TestApp } from '../test-app.ts'

/** A tab with an open place. `isGone`: whether the server has sent the event `gone` and ended the stream. */
export async function openTab({ app }: Pick<TestApp, 'app'>, token: string) {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}/api/place/live`, { headers, signal: abort.signal })
  const tab = { answer, text: '', isOver: false, places, isGone, close: () => abort.abort() }
  void (async () => {
    try {
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) tab.text += chunk
    } catch {}
    tab.isOver = true
  })()
  if (answer.status === 200) await until(() => places().length > 0)
  return tab

  function places(): Place[] {
    return [...tab.text.matchAll(/^event: place\ndata: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data!))
  }

  function isGone(): boolean {
    return tab.text.endsWith('event: gone\ndata: {}\n\n') && tab.isOver
  }
}
