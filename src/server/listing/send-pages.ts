import type { ServerResponse } from 'node:http'

/** Sends the body of an answer, and asks for the next page when the one before has left: its memory is free then. */
export async function sendPages(response: ServerResponse, pages: AsyncIterable<Buffer>): Promise<void> {
  const send = (page: Buffer) =>
    new Promise<boolean>((resolve) => response.write(page, (error) => resolve(error === null || error === undefined)))
  try {
    for await (const page of pages) {
      const isSent = await send(page)
      // Who has left needs no more.
      if (!isSent) return
    }
    response.end()
  } catch (error) {
    // Without a proper end, whoever reads it knows that something is missing.
    response.destroy()
    throw error
  }
}
