import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The three ways in which a site shows the form, and a style sheet that would spoil it. */
const page = (list: string, own: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Salon</title>
<link rel="stylesheet" href="/hostile.css">
<h1>Our salon</h1>
<firstchair-waitlist><a href="${list}/">Join the waitlist</a></firstchair-waitlist>
<script src="${list}/embed.js"></script>
<firstchair-waitlist frame></firstchair-waitlist>
<form method="post" action="${list}/join">
  <label>Email for the plain form <input name="email" type="email" required></label>
  <input type="hidden" name="thanks" value="${own}/thanks">
  <button>Join plainly</button>
</form>`

const HOSTILE = `p, a, label, input, button { display: none !important; color: red !important; transform: rotate(9deg) }
form[action*="/join"]:not(.x), form label, form input, form button { display: block !important }
body { color: lime; text-transform: uppercase; letter-spacing: 9px; text-indent: 99px; font: italic 40px fantasy }`

/** A site on another origin, whose policy allows nothing but what the docs name. */
export async function hostSite(list: string) {
  const server = createServer((request, response) => {
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const type = request.url === '/hostile.css' ? 'text/css' : 'text/html; charset=utf-8'
    response.setHeader('content-type', type)
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; script-src ${list}; connect-src ${list}; frame-src ${list}; form-action ${list} ${own}; require-trusted-types-for 'script'`,
    )
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    if (type === 'text/css') return response.end(HOSTILE)
    response.end(
      request.url?.startsWith('/thanks') ? '<!doctype html><h1>Thank you from the salon</h1>' : page(list, own),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}
