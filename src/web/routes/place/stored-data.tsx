/** Any JSON, for people: names in words, lists as lists, and '–' for what is not there. */
export function StoredData({ value }: { value: unknown }) {
  return (
    <section aria-label="Everything we store" className="stored">
      <Value value={value} />
    </section>
  )
}

function Value({ value }: { value: unknown }) {
  if (Array.isArray(value)) return <Items items={value} />
  if (typeof value === 'object' && value !== null) {
    return (
      <dl>
        {Object.entries(value).map(([name, part]) => (
          <div key={name}>
            <dt>{inWords(name)}</dt>
            <dd>
              <Value value={part} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === null || value === '' ? '–' : String(value)
}

function Items({ items }: { items: unknown[] }) {
  if (items.length === 0) return '–'
  if (items.every((item) => typeof item !== 'object')) return items.join(', ')
  return (
    <ol>
      {items.map((item, index) => (
        <li key={index}>
          <Value value={item} />
        </li>
      ))}
    </ol>
  )
}

function inWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
