import ipaddr from 'ipaddr.js'

/** By their names in ipaddr.js. */
const NOWHERE = [
  'unspecified',
  'broadcast',
  'multicast',
  'linkLocal',
  'reserved',
  'discard',
  'benchmarking',
  'rfc6052',
  '6to4',
  'teredo',
  'deprecatedSiteLocal',
  'segmentRouting',
]
/** Placeholders that nobody filled in do not match, such as $HOST, *.salon.co.uk or _. */
const LABEL = /^(?=.*[a-z0-9])[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
const LONGEST_NAME = 253
/** The bad ports of https://fetch.spec.whatwg.org, which browsers refuse to open. */
const CLOSED_PORTS = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
   139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720
   1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`.split(/\s+/),
)

/** Localhost, private networks and names without a dot count, because some browsers reach them. */
export function isReachable(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && isHost(url.hostname) && !CLOSED_PORTS.has(url.port)
}

export function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/\\?#@]+\/?$/i.test(text.trim()) && URL.canParse(text)
}

function isHost(hostname: string): boolean {
  const address = hostname.replaceAll(/^\[|\]$/g, '')
  if (ipaddr.isValid(address)) return !NOWHERE.includes(ipaddr.process(address).range())
  const name = hostname.replace(/\.$/, '')
  const labels = name.split('.')
  return name.length <= LONGEST_NAME && labels.every((label) => LABEL.test(label)) && labels.at(-1) !== 'invalid'
}
