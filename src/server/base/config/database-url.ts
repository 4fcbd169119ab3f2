const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?$/

/** One address for each host, in order. */
export function addressesOf(url: string): string[] {
  const { before, hosts, path, query } = partsOf(url)
  const named = query.getAll('host').flatMap((list) => list.split(','))
  if (named.length < 2) return hosts.split(',').map((host) => `${before}${host}${path}${toText(query)}`)
  const ports = query.get('port')?.split(',') ?? []
  return named.map((host, index) => {
    const own = new URLSearchParams(query)
    own.set('host', host)
    if (ports.length > 0) own.set('port', ports[index] ?? ports[0]!)
    return `${before}${hosts}${path}${toText(own)}`
  })
}

/** Null if it is valid. Does not quote the address, which may contain a password. */
export function faultOf(url: string): string | null {
  if (/\s/.test(url) || !ADDRESS.test(url)) return 'it does not have this form'
  const addresses = addressesOf(url)
  for (const [index, address] of addresses.entries()) {
    const which = addresses.length > 1 ? `host ${index + 1}` : 'its host'
    const { hosts, query } = partsOf(address)
    const { name = '', port = query.get('port') } = /^(?<name>\[.*\]|[^:]*)(:(?<port>.*))?$/.exec(hosts)?.groups ?? {}
    if (port && !isPort(port)) return `the port of ${which} is not a number from 1 to 65535`
    if (addresses.length > 1 && !name && !query.get('host')) return `${which} has no name`
    if (!name && !query.get('host') && /^\/?$/.test(partsOf(address).path))
      return 'it names neither a host nor a database'
    // The driver accepts an address without a host; Node's URL does not.
    if (!URL.canParse(name ? address : address.replace('@', '@host'))) return `${which} is not a name`
  }
  return null
}

function partsOf(url: string) {
  const [, before = '', hosts = '', path = '', query = ''] = ADDRESS.exec(url) ?? []
  const settings = new URLSearchParams(query)
  // This option would replace our application names, by which a restore recognises a running server.
  settings.delete('application_name')
  if (['prefer', 'require', 'verify-ca'].includes(settings.get('sslmode')!) && !settings.has('uselibpqcompat'))
    settings.set('sslmode', 'verify-full')
  return { before, hosts, path, query: settings }
}

function toText(query: URLSearchParams): string {
  return query.size > 0 ? `?${query}` : ''
}

function isPort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}
