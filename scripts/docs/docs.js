// The search. Without it, the pages are whole.
import MiniSearch from 'minisearch'

const { up } = document.body.dataset
const form = document.querySelector('[role=search]')
const input = form.querySelector('input')
const results = form.querySelector('ol')
form.hidden = false
form.addEventListener('submit', (event) => event.preventDefault())

const OPTIONS = {
  prefix: true,
  fuzzy: 0.2,
  boost: { heading: 3, title: 2 },
  combineWith: 'AND',
  // Guides before what explains the code.
  boostDocument: (id) => (/^(decisions|changelog)/.test(id) ? 0.3 : 1),
}
let loading
const load = () =>
  (loading ??= fetch(`${up}search.json`)
    .then((answer) => answer.text())
    .then((text) =>
      MiniSearch.loadJSON(text, { fields: ['heading', 'title', 'text'], storeFields: ['heading', 'title'] }),
    ))

input.addEventListener('focus', () => load().catch(() => {}), { once: true })
input.addEventListener('input', async () => {
  const words = input.value.trim()
  const found = words ? await find(words) : []
  if (words !== input.value.trim()) return
  results.hidden = !words
  results.replaceChildren(...(found.length > 0 ? found.map(toItem) : [toNote('Nothing found')]))
})
form.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  input.value = ''
  results.hidden = true
  input.focus()
})

async function find(words) {
  try {
    const index = await load()
    return index.search(words, OPTIONS).slice(0, 8)
  } catch {
    loading = undefined
    return []
  }
}

function toItem({ id, heading, title }) {
  const link = document.createElement('a')
  link.href = up + id
  const where = document.createElement('small')
  where.textContent = heading === title ? '' : title
  link.append(heading, where)
  const item = document.createElement('li')
  item.append(link)
  return item
}

function toNote(text) {
  const item = document.createElement('li')
  item.textContent = text
  return item
}
