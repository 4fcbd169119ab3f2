import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { site } from '#shared/site/site.ts'
import { type Html, html } from '../../src/emails/html.ts'

/*
 * Draws how to add the form in site builders, for docs/other-sites.md: what to press, what to paste, what visitors get.
 * Drawings, because the builders' own screens change. `npm run pictures` runs this script too.
 */
const FOLDER = 'docs/images/builders'
const [WIDTH, HEIGHT, GAP] = [300, 230, 36]
const { paper, raised, ink, muted, edge, velvet } = site().colors.light

type Builder = { name: string; file: string; press: string[]; paste: string[]; hint: string }

const ELEMENT = ['<script src="…/embed.js"', '  async></script>', '<firstchair-waitlist>', '</firstchair-waitlist>']
const ADDRESS = ['https://waitlist.example', '/embed']

const BUILDERS: Builder[] = [
  { name: 'Plain HTML', file: 'html', press: ['index.html'], paste: ELEMENT, hint: 'Paste it into the page' },
  {
    name: 'WordPress',
    file: 'wordpress',
    press: ['+', 'Custom HTML'],
    paste: ELEMENT,
    hint: 'Paste it into the block',
  },
  {
    name: 'Webflow',
    file: 'webflow',
    press: ['Add elements', 'Code Embed'],
    paste: ELEMENT,
    hint: 'Paste, then Save & Close',
  },
  { name: 'Framer', file: 'framer', press: ['Insert', 'Utility', 'Embed'], paste: ADDRESS, hint: 'Choose URL' },
  {
    name: 'Squarespace',
    file: 'squarespace',
    press: ['Edit', 'Add block', 'Code'],
    paste: ELEMENT,
    hint: 'Choose the type HTML',
  },
  {
    name: 'Wix',
    file: 'wix',
    press: ['Add elements', 'Embed code', 'Embed HTML'],
    paste: ADDRESS,
    hint: 'Choose Website address',
  },
]

await mkdir(FOLDER, { recursive: true })
for (const builder of BUILDERS) await writeFile(join(FOLDER, `${builder.file}.svg`), `${draw(builder).markup}\n`)

function draw({ name, press, paste, hint }: Builder): Html {
  const all = [...press.map((one) => `press ${one}`), hint, 'visitors see the form'].join(', ')
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${3 * WIDTH + 2 * GAP} ${HEIGHT + 44}"
    font-family="system-ui, sans-serif"
    role="img"
    aria-label="${name}: ${all}"
  >
    <rect width="100%" height="100%" fill="${paper}" />
    ${panel(0, `1. ${name}`, menu(press))} ${panel(1, `2. ${hint}`, code(paste))}
    ${panel(2, '3. Your visitors see it', card())}
  </svg>`
}

function panel(index: number, title: string, content: Html): Html {
  return html`<g transform="translate(${index * (WIDTH + GAP)} 0)">
    <text x="8" y="24" font-size="16" font-weight="600" fill="${ink}">${title}</text>
    <rect x="4" y="40" width="${WIDTH - 8}" height="${HEIGHT - 4}" rx="10" fill="${raised}" stroke="${edge}" />
    ${content}
    ${index < 2 ? html`<path d="M${WIDTH + 6} 150h22m-8 -8l8 8l-8 8" fill="none" stroke="${ink}" stroke-width="2" />` : null}
  </g>`
}

/** The buttons to press, below each other, with a line from each to the next. */
function menu(press: string[]): Html {
  return html`${press.map((one, index) => {
    const y = 64 + index * 62
    const isLast = index === press.length - 1
    return html`<rect
        x="24"
        y="${y}"
        width="${WIDTH - 48}"
        height="42"
        rx="8"
        fill="${isLast ? velvet : raised}"
        stroke="${isLast ? ink : edge}"
      /><text x="44" y="${y + 27}" font-size="16" fill="${ink}">${one}</text>${
        isLast ? null : html`<path d="M${WIDTH / 2} ${y + 44}v16" stroke="${muted}" stroke-width="2" />`
      }`
  })}`
}

function code(lines: string[]): Html {
  return html`<rect x="24" y="64" width="${WIDTH - 48}" height="176" rx="8" fill="${ink}" />${lines.map(
      (line, index) =>
        html`<text
          x="38"
          y="${94 + index * 26}"
          font-family="monospace"
          font-size="14"
          xml:space="preserve"
          fill="${raised}"
          >${line}</text
        >`,
    )}`
}

/** The form as it is drawn on the other site. */
function card(): Html {
  const { signUp, brand } = site()
  return html`<text x="28" y="82" font-size="19" font-weight="700" fill="${ink}">${brand.name}</text>
    <text x="28" y="112" font-size="14" fill="${ink}">${signUp.label}</text>
    <rect x="28" y="124" width="${WIDTH - 56}" height="40" rx="8" fill="${raised}" stroke="${edge}" />
    <rect x="28" y="174" width="132" height="40" rx="8" fill="${velvet}" stroke="${ink}" />
    <text x="44" y="199" font-size="14" font-weight="600" fill="${ink}">${signUp.button}</text>
    <text x="28" y="240" font-size="12" fill="${muted}">${signUp.opens}</text>`
}
