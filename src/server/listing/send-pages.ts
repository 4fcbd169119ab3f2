import type { ServerResponse } from 'node:http'

/**
 * Sends the body of an answer page by page. It asks for the next page only after the previous one was sent, so that
 * only one page is in memory. The connection is closed once `mayGoOn` returns false.
 */
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
      // The client has disconnected.
      if (!isSent) return
    }
    response.end()
  } catch (error) {
    // Without a proper end, the client can tell that the file is incomplete.
    response.destroy()
    throw error
  }
}
