import type { ServerResponse } from 'node:http'

/** Asks for the next page after the previous one was sent. The connection is closed once `mayGoOn` returns false. */
export async function sendPages(
  response: ServerResponse,
  pages: AsyncIterable<Buffer>,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  const send = (page: Buffer) =>
    new Promise<boolean>((resolve) => response.write(page, (error) => resolve(error === null || error === undefined)))
  try {
    for await (const page of pages) {
      if (!(await mayGoOn())) return void response.destroy()
      const isSent = await send(page)
      if (!isSent) return
    }
    response.end()
  } catch (error) {
    // Without a proper end, the client can tell that the file is incomplete.
    response.destroy()
    throw error
  }
}
