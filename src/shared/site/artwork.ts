import type { Drawing, Queue, Scene } from './drawings.ts'

/*
 * The line drawings of the house, as the content of an SVG. Pages get those that their site uses as data. What is filled
 * stands before the lines, with a small offset. Single quotes: the data are JSON.
 */

type Line = { width?: number; more?: string }

function line(d: string, { width, more = '' }: Line = {}): string {
  return `<path d='${d}'${width ? ` stroke-width='${width}'` : ''}${more}/>`
}

function velvet(d: string, more = ''): string {
  return `<path class='fill-velvet' stroke='none' d='${d}'${more}/>`
}

function lined(content: string, width = 2): string {
  return `<g stroke='currentColor' stroke-width='${width}' stroke-linecap='round' stroke-linejoin='round'>${content}</g>`
}

/** Its shape filled with velvet, its outline, and thin lines in it. */
function item(outline: string, details: string): string {
  return velvet(outline, " transform='translate(4 4)'") + line(outline) + line(details, { width: 1.25 })
}

/** On a seat at y = 104, around x = 52. */
export const ITEMS: Record<Drawing, string> = {
  scissors:
    line('M36 92a9 9 0 1 0 .1 0zM68 92a9 9 0 1 0 .1 0z', { more: " transform='translate(0 -7)'" }) +
    line('M40 86l20-58c2-5 5-4 4 1L54 62M64 86L44 28c-2-5-5-4-4 1l10 33') +
    line('M52 60h.1', { width: 3 }),
  comb:
    line('M42 24c0-5 3-8 7-8h2c4 0 6 3 6 7v78c0 2-1 3-3 3h-9c-2 0-3-1-3-3z') +
    line('M57 30h10M57 38h10M57 46h10M57 54h10M57 62h10M57 70h10M57 78h10M57 86h10M57 94h10', { width: 1.25 }),
  brush:
    velvet('M44 46c-4-12 0-24 11-34 11 10 15 22 11 34z') +
    line('M42 44c-4-12 0-24 10-34 10 10 14 22 10 34z') +
    line('M42 44h20v12H42zM45 56h14l-3 44c0 5-8 5-8 0z') +
    line('M52 22v14', { width: 1.25 }),
  mirror:
    line('M52 12c13 0 21 10 21 22s-8 22-21 22-21-10-21-22 8-22 21-22z') +
    line('M47 56l2 44c0 5 6 5 6 0l2-44') +
    line('M42 36c1-8 5-12 10-14M46 42l12-14', { width: 1.25 }),
  bottle:
    velvet('M40 74h33v32H42z') +
    line('M36 104V58c0-7 5-10 11-11h10c6 1 11 4 11 11v46z') +
    line('M46 47V36h12v11M42 36h20M52 36V26h-8c-4 0-7 2-8 6M52 26h6') +
    line('M36 70h32M36 90h32', { width: 1.25 }),
  polish:
    velvet('M42 84c0-8 5-12 13-12s13 4 13 12v22H42z') +
    line('M38 82c0-8 6-12 14-12s14 4 14 12v22H38z') +
    line('M45 70l2-40c0-6 10-6 10 0l2 40'),
  loaf: item(
    'M26 104c-7-4-8-12-4-18-6-18 4-30 16-30h28c12 0 22 12 16 30 4 6 3 14-4 18z',
    'M38 66l6 14M50 66l6 14M62 66l6 14',
  ),
  cake: item(
    'M36 78h32l-6 26H42z',
    'M43 82l3 18M52 82v18M61 82l-3 18M34 78c-6-8 0-17 8-16 1-12 19-12 20 0 8-1 14 8 8 16zM52 44a4 4 0 1 0 .1 0z',
  ),
  cup: item(
    'M32 64h36v20c0 12-6 20-13 20H45c-7 0-13-8-13-20z',
    'M68 70h5c9 0 9 18-7 18M44 56c-4-6 4-8 0-14M56 56c-4-6 4-8 0-14',
  ),
  bag: item('M32 54h40l5 50H27z', 'M42 62V52c0-18 20-18 20 0v10'),
  box: item('M27 66h50v38H27z', 'M27 66l9-16h32l9 16M52 50v16M43 66v14h18V66'),
  flower: item(
    'M37 82h30l-4 22H41z',
    'M52 82V52M52 74c-10 0-14-6-14-12 8 0 14 4 14 12zM52 26a7 7 0 1 0 .1 0zM52 40a7 7 0 1 0 .1 0zM44 33a7 7 0 1 0 .1 0zM60 33a7 7 0 1 0 .1 0z',
  ),
  phone: item(
    'M39 20h26c4 0 7 3 7 7v70c0 4-3 7-7 7H39c-4 0-7-3-7-7V27c0-4 3-7 7-7z',
    'M46 28h12M49 95h6M40 44h24M40 54h18M40 64h22',
  ),
  chat: item('M26 44h52c4 0 7 3 7 7v28c0 4-3 7-7 7H56l-16 18V86H26c-4 0-7-3-7-7V51c0-4 3-7 7-7z', 'M34 60h36M34 70h24'),
  bulb: item(
    'M52 26c16 0 25 12 22 26-2 9-11 14-11 24H41c0-10-9-15-11-24-3-14 6-26 22-26z',
    'M42 84h20M43 91h18M46 98h12c0 8-12 8-12 0zM45 56l7 8 7-8M52 64v12',
  ),
  heart: item('M52 104C16 76 22 48 40 48c7 0 12 6 12 11 0-5 5-11 12-11 18 0 24 28-12 56z', 'M34 62c1-4 3-6 7-6'),
  star: item('M52 46l8 19 20 2-15 14 4 21-17-11-17 11 4-21-15-14 20-2z', 'M46 72l3-7'),
  laptop: item('M28 54h48v36H28z', 'M28 90l-11 14h70L76 90M36 64h20M36 72h30'),
  chart: item('M24 104V82h13v22zM46 104V66h13v38zM68 104V50h13v54z', 'M24 66l22-20 12 6 22-24M72 28h8v8'),
  envelope: item('M23 62h58v42H23z', 'M23 64l29 23 29-23'),
  calendar: item('M26 54h52v50H26z', 'M26 68h52M38 48v12M66 48v12M37 80h6M49 80h6M61 80h6M37 92h6M49 92h6'),
  clock: item('M52 52a26 26 0 1 0 .1 0z', 'M52 62v16l10 6'),
}

export const SCENE_ART: Record<Scene, { box: string; art: string } | null> = {
  none: null,
  /** The hours after the last client are velvet. */
  'wall-clock': {
    box: '0 0 200 220',
    art:
      velvet('M106 118L66 187A80 80 0 0 1 45 67z') +
      lined(
        "<circle cx='100' cy='112' r='90'/><circle cx='100' cy='112' r='80' stroke-width='1.25'/>" +
          line('M92 22c0-14 16-14 16 0') +
          line(
            'M100 38v10M100 176v10M174 112h-10M36 112H26M137 48l-5 9M63 48l5 9M137 176l-5-9M63 176l5-9M164 75l-9 5M36 75l9 5M164 149l-9-5M36 149l9-5',
          ) +
          line('M100 112L62 82', { width: 4 }) +
          line('M100 112l56 32', { width: 2.5 }) +
          "<circle cx='100' cy='112' r='5' fill='currentColor'/>",
      ),
  },
  shears: {
    box: '0 0 230 122',
    art:
      "<g class='stroke-velvet' stroke-width='9'><circle cx='191' cy='95' r='18'/><circle cx='191' cy='37' r='18'/></g>" +
      lined(
        "<circle cx='186' cy='90' r='20'/><circle cx='186' cy='32' r='20'/>" +
          line('M168 80L26 22c-8-3-12 3-6 7l92 44z') +
          line('M168 42L26 100c-8 3-12-3-6-7l92-44z', { more: " class='fill-paper'" }) +
          line('M124 61h.1', { width: 5 }),
      ),
  },
  pen: {
    box: '0 0 230 122',
    art:
      velvet('M74 54L204 12c12-2 18 18 8 24L84 82z') +
      lined(
        line('M66 48L198 6c12-3 20 18 8 24L78 78z') +
          line('M66 48L14 98l64-20M34 78l8 12M170 15l10 24') +
          line('M12 112c30-14 44 10 70-2s40 6 62-2', { width: 1.5 }),
      ),
  },
  'rolling-pin': {
    box: '0 0 230 122',
    art:
      velvet('M62 72l96-44c12-4 22 20 10 26L72 98c-12 5-22-20-10-26z') +
      lined(
        line('M56 64l96-44c12-5 24 22 12 28L68 92c-12 5-24-22-12-28z') +
          line('M50 78l-34 15c-8 3-12-8-4-12l34-15M160 28l34-15c8-3 12 8 4 12l-34 15') +
          line('M76 66l64-29M82 78l22-10', { width: 1.5 }),
      ),
  },
}

/** `first`: 340 × 406. `waiting`: 96 × 168, with its feet on the lower edge. `mark`: 32 × 36. */
export const QUEUE_ART: Record<Queue, Record<'first' | 'waiting' | 'mark', string>> = {
  chair: {
    first:
      "<g class='fill-velvet' transform='translate(9 7)'><rect x='30' y='16' width='74' height='44' rx='20' transform='rotate(-9 67 38)'/>" +
      line('M46 92c-4-20 8-30 24-32l22-2c16-1 25 8 28 22l28 142c2 12-4 20-16 20H92c-12 0-18-6-20-18z') +
      "<rect x='74' y='230' width='186' height='50' rx='24'/><rect x='126' y='166' width='122' height='24' rx='12'/></g>" +
      lined(
        "<rect x='30' y='16' width='74' height='44' rx='20' transform='rotate(-9 67 38)'/>" +
          line('M62 62l2 6M84 58l1 6') +
          line('M46 100c-4-20 8-32 24-34l20-2c16-1 25 8 28 22l28 136c2 12-4 20-16 20H92c-12 0-18-6-20-18z') +
          line('M66 104c6 10 30 6 34-4M76 150c8 9 28 6 33-3M85 196c8 9 28 6 33-3', { width: 1.5 }) +
          "<rect x='74' y='230' width='186' height='50' rx='24'/>" +
          line('M96 255h142', { width: 1.5, more: " stroke-dasharray='1 9'" }) +
          "<rect x='126' y='166' width='122' height='24' rx='12'/>" +
          line('M232 190c4 18 0 30-8 40') +
          line('M104 281h128l-14 20h-98z') +
          line('M154 301v64M184 301v64M154 318h30M154 332h30') +
          line('M184 312l66-6c8-1 14 3 14 9') +
          line('M246 276c18 10 28 28 30 52l2 20') +
          line('M256 348h64c6 0 9 3 9 7s-3 7-9 7h-58c-5 0-7-3-7-7z') +
          line('M84 404c0-24 30-38 86-39 56 1 86 15 86 39z') +
          line('M110 392c14-8 34-12 60-12s46 4 60 12', { width: 1.5 }),
      ),
    waiting:
      line('M18 104C14 84 10 66 9 46c0-6 8-7 9-1l7 57') +
      line('M12 66l8-2M14 82l8-2') +
      line('M16 104h62c5 0 7 3 7 6s-2 6-7 6H20c-5 0-7-5-4-12z') +
      line('M24 116l-8 50M74 116l8 50M21 140h57'),
    mark:
      velvet('M6 6c0-3 8-4 9-1l3 15h9c3 0 3 6 0 6H11c-2 0-2-1-3-4z') +
      lined(
        line('M4 5c0-4 8-5 9-1l3 15h9c4 0 4 6 0 6H10c-2 0-3-1-3-4z') +
          line('M14 13h9M17 25v6M9 34c1-4 15-4 16 0zM22 26l4 5h4'),
      ),
  },
  /** The counter of a shop, under an awning; baskets wait. */
  counter: {
    first:
      velvet('M64 67h54l-22 60H38zM174 67h56l14 60h-60zM60 300h236v104H60z') +
      velvet('M39 127c0 40 56 40 56 0zM151 127c0 40 56 40 56 0zM263 127c0 40 56 40 56 0z') +
      lined(
        line('M56 60h228l26 60H30z') +
          line('M30 120c0 40 56 40 56 0 0 40 56 40 56 0 0 40 56 40 56 0 0 40 56 40 56 0 0 40 56 40 56 0') +
          line('M102 60l-16 60M147 60l-5 60M193 60l5 60M238 60l16 60') +
          line('M48 146v258M292 146v258') +
          line('M40 268h260c8 0 8 22 0 22H40c-8 0-8-22 0-22z') +
          line('M52 290h236v114H52zM32 404h276') +
          line('M70 310h92v76H70zM178 310h92v76h-92z', { width: 1.5 }) +
          line('M78 268c-10-6-8-14-2-18-6-18 8-26 20-26h26c12 0 26 8 20 26 6 4 8 12-2 18z') +
          line('M92 232l6 14M106 232l6 14M120 232l6 14', { width: 1.5 }) +
          line('M196 268c0-44 60-44 60 0zM186 268h80M226 234v-8') +
          line('M206 256c2-10 8-14 14-15', { width: 1.5 }),
      ),
    waiting:
      line('M14 104h68c6 0 6 12 0 12H14c-6 0-6-12 0-12z') +
      line('M17 116l6 50h50l6-50') +
      line('M20 134h56M22 150h52M35 116l2 50M48 116v50M61 116l-2 50', { width: 1.25 }),
    mark:
      velvet('M8 7h6l-3 10H4zM19 7h7l4 10h-9zM7 25h21v9H7z') +
      lined(
        line('M6 4h20l4 10H2z') +
          line('M2 14c0 6 7 6 7 0 0 6 7 6 7 0 0 6 7 6 7 0 0 6 7 6 7 0M12 4L9 14M20 4l3 10M5 19v15h22V19M5 25h22'),
      ),
  },
  /** A door that opens soon; tables with what people bring wait. */
  door: {
    first:
      velvet('M101 404V121c0-48 34-78 78-78s78 30 78 78v283z') +
      lined(
        line('M66 390V112C66 50 112 12 170 12s104 38 104 100v278') +
          line('M92 390V114c0-48 34-78 78-78s78 30 78 78v276M92 130h156') +
          line('M170 130V36M170 130l-52-66M170 130l52-66', { width: 1.5 }) +
          line('M112 152h46v80h-46zM182 152h46v80h-46zM112 276h46v92h-46zM182 276h46v92h-46z', { width: 1.5 }) +
          line('M226 248a7 7 0 1 0 .1 0zM140 252h60') +
          line('M46 390h248v14H46z') +
          line('M20 404h300') +
          line(
            'M34 170h16v14H34zM42 184c-16 6-16 30 0 36 16-6 16-30 0-36zM42 170v-14M290 170h16v14h-16zM298 184c-16 6-16 30 0 36 16-6 16-30 0-36zM298 170v-14',
            { width: 1.5 },
          ),
      ),
    waiting:
      line('M14 104h68c8 0 8 12 0 12H14c-8 0-8-12 0-12z') +
      line('M44 116v42M52 116v42M24 166c2-10 46-10 48 0z') +
      line('M38 128h20', { width: 1.25 }),
    mark:
      velvet('M9 35V15c0-6 4-9 9-9s9 3 9 9v20z') +
      lined(line('M5 33V14C5 7 9 2 16 2s11 5 11 12v19z') + line('M1 34h30M5 15h22M16 15V3M21 23v3')),
  },
}

/** What a visitor has brought. */
export const OWN_ITEM: Record<Queue, Drawing> = { chair: 'comb', counter: 'bag', door: 'star' }
