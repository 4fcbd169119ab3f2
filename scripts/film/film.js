/* The scenes of the film. Every drawing depends only on the time, so that any frame can be drawn by itself. */
const TASKS = [
  'Confirm Thursday',
  'Answer Mia about Saturday',
  'Reorder foils',
  'Post the balayage',
  'Chase the deposit',
]
/** From src/site, given by render.ts: { from, to, text } in seconds, and whose film it is. */
const { words: WORDS, brand: NAME } = window.site
const END = WORDS.at(-1).to
const SLOTS = [
  ['13:00', 'Noor, cut', true],
  ['14:00', 'Dee, colour', true],
  ['15:00', 'Mrs Hall, due since May', false],
  ['16:00', 'Priya, fringe', true],
]
const ITEM = 'class="item"'

const clamp = (value) => Math.min(1, Math.max(0, value))
const ease = (value) => 1 - (1 - clamp(value)) ** 3
/** Progress from 0 to 1 between two seconds. */
const between = (t, from, to) => ease((t - from) / (to - from))
const show = (id, opacity, transform = '') => {
  const element = document.getElementById(id)
  element.setAttribute('opacity', opacity)
  if (transform) element.setAttribute('transform', transform)
}
const set = (id, markup) => (document.getElementById(id).innerHTML = markup)
const say = (id, text) => (document.getElementById(id).textContent = text)

/** At its own size, or smaller if it would not fit. */
function fit(id, { size, room }) {
  const { style } = document.getElementById(id)
  style.fontSize = `${size}px`
  const width = document.getElementById(id).getComputedTextLength()
  if (width > room) style.fontSize = `${(size * room) / width}px`
}

window.draw = function draw(t) {
  const { from, to, text } = WORDS.find(({ to }) => t < to) ?? WORDS.at(-1)
  const captionIn = between(t, from, from + 0.5) * (to === END ? 1 : 1 - between(t, to - 0.3, to))
  say('caption', text)
  fit('caption', { size: 52, room: 1136 })
  show('caption', captionIn, `translate(0 ${(1 - captionIn) * 12})`)

  drawList(t)
  drawShears(t)
  drawDiary(t)
  drawQueue(t)
  const minutes = Math.round(490 + Math.min(t, 4.5) * 4 + between(t, 4.5, 10) * 80 + between(t, 10, 15.5) * 160)
  say('clock', `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`)
  show('clock', 1 - between(t, 15.2, 15.6))
  say('name', NAME)
  fit('name', { size: 132, room: 780 })
  show('name', between(t, 16.4, 17.2))
}

/** A list that fills up while nobody has time for it, and is then struck through line by line. */
function drawList(t) {
  const leave = between(t, 9.6, 10.4)
  const lines = TASKS.map((task, index) => {
    const written = between(t, 0.5 + index * 0.65, 1 + index * 0.65)
    const struck = between(t, 5.4 + index * 0.75, 5.75 + index * 0.75)
    const y = 190 + index * 66
    const width = task.length * 15.2
    return `<g opacity="${written}"><rect x="150" y="${y - 12}" width="${width * struck}" height="16" fill="var(--color-velvet)"/>
      <text ${ITEM} x="150" y="${y}">${task.slice(0, Math.ceil(task.length * written))}</text>
      <rect class="pen thin" x="102" y="${y - 25}" width="28" height="28" rx="6" fill="var(--color-raised)"/>
      ${struck > 0 ? `<path class="pen" d="M108 ${y - 11}l6 7 12 -15" pathLength="1" stroke-dasharray="1" stroke-dashoffset="${1 - struck}"/>` : ''}</g>`
  })
  set(
    'list',
    `<path class="pen paper" d="M72 120h480v420H72z"/><path class="pen thin" d="M72 146h480"/>${lines.join('')}`,
  )
  show('list', 1 - leave, `translate(${-leave * 80} 0) rotate(-1.2 300 330)`)
}

/** Two blades that keep cutting through the second scene. */
function drawShears(t) {
  const here = between(t, 4.5, 5.2) * (1 - between(t, 9.4, 10))
  const open = (Math.sin(t * 7) + 1) * 5
  show('shears', here, `translate(${640 - between(t, 4.5, 9.8) * 40} 340) scale(1.25)`)
  document.getElementById('blade-a').setAttribute('transform', `rotate(${open} 124 61)`)
  document.getElementById('blade-b').setAttribute('transform', `rotate(${-open} 124 61)`)
}

/** Thursday afternoon, with a gap that is filled. */
function drawDiary(t) {
  const here = between(t, 10, 10.8) * (1 - between(t, 15.2, 15.8))
  const rows = SLOTS.map(([time, name, isTaken], index) => {
    const y = 200 + index * 92
    const filled = isTaken ? 1 : between(t, 13.4, 14)
    const asked = isTaken ? 0 : between(t, 11.6, 12.1) * (1 - between(t, 13.2, 13.5))
    return `<text class="clock" x="100" y="${y + 44}" style="font-size:30px">${time}</text>
      <rect class="pen thin" x="210" y="${y}" width="520" height="70" rx="12" fill="var(--color-raised)" ${isTaken ? '' : 'stroke-dasharray="7 9"'}/>
      <rect x="210" y="${y}" width="${520 * (isTaken ? 0 : filled)}" height="70" rx="12" class="velvet"/>
      <text ${ITEM} x="236" y="${y + 45}" opacity="${filled}">${name}</text>
      <text ${ITEM} x="236" y="${y + 45}" opacity="${asked}" fill="var(--color-muted)">Shall I invite Mrs Hall?</text>
      ${isTaken ? '' : `<g opacity="${asked * between(t, 12.3, 12.7)}"><rect x="626" y="${y + 11}" width="84" height="48" rx="10" fill="${t > 12.9 ? 'var(--color-velvet)' : 'var(--color-ink)'}"/><text ${ITEM} x="645" y="${y + 45}" style="fill:${t > 12.9 ? 'var(--color-ink)' : 'var(--color-paper)'}">Yes</text></g>`}`
  })
  set('diary', `<text class="item" x="100" y="160" style="font-size:38px">Thursday</text>${rows.join('')}`)
  show('diary', here, `translate(${(1 - here) * 60} 0)`)
}

/** The plain chairs of people who wait; one of them moves up. */
function drawQueue(t) {
  const here = between(t, 15.6, 16.3)
  const step = between(t, 17, 18.4)
  const chairs = [0, 1, 2, 3, 4].map((index) => {
    const x = 90 + index * 150 + step * 40
    return `<g transform="translate(${x} 432)" class="pen thin" opacity="${clamp(here * 5 - index * 0.6)}">
      <path d="M18 104C14 84 10 66 9 46c0-6 8-7 9-1l7 57M12 66l8-2M14 82l8-2M16 104h62c5 0 7 3 7 6s-2 6-7 6H20c-5 0-7-5-4-12zM24 116l-8 50M74 116l8 50M21 140h57"/></g>`
  })
  set('queue', chairs.join(''))
}
