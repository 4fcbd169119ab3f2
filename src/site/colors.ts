import type { Queue } from '#shared/site/drawings.ts'
import type { Face } from '#shared/site/faces.ts'
import type { TemplateName } from '#shared/site/template-names.ts'

const PAPER = '#f7f1e5'
const INK = '#1d1813'
const RAISED = '#fffbf3'
const VELVET = '#edae2b'
const CREAM = '#fff6df'
const DANGER_WASH = '#fbe6dc'

/**
 * Pages, mails, icons, the film and the pictures take every colour from here: after a change, run `npm run film` and
 * `npm run pictures`. Text needs a contrast of 4.5 to the background, the edge of a field 3. For another brand colour,
 * change `look.color` below: the others are then derived.
 */
export const colors = {
  light: {
    paper: PAPER,
    /** The paper colour while the film is in view. */
    dimmed: '#e6dcc8',
    /** Cards and fields on the paper. */
    raised: RAISED,
    ink: INK,
    muted: '#685d50',
    line: '#ddd1bc',
    edge: '#8d7f6c',
    velvet: VELVET,
    velvetDeep: '#d4951a',
    /** To mix with the paper, below text in ink. */
    velvetWash: VELVET,
    danger: '#ab2a1c',
    dangerWash: DANGER_WASH,
  },
  dark: {
    paper: '#1a1613',
    dimmed: '#0f0d0b',
    raised: '#25201b',
    ink: '#f5ecdd',
    muted: '#b9ab98',
    line: '#3d352c',
    edge: '#8a7c6a',
    velvet: '#efb438',
    velvetDeep: '#f6c75f',
    velvetWash: '#efb438',
    danger: '#ff9d8a',
    dangerWash: '#43231c',
  },
  /** In light and dark mode. There, cream replaces velvet and paper. */
  onVelvet: {
    cream: CREAM,
    raised: RAISED,
    ink: INK,
    muted: '#3d3226',
    line: '#b98415',
    edge: '#4d3c1a',
    danger: '#8a1a10',
    dangerWash: DANGER_WASH,
  },
  /** For a brand colour that is too dark for ink. */
  onDeepVelvet: { ink: '#ffffff', danger: '#ff9d8a', dangerWash: '#43231c' },
  mail: {
    /**
     * Some mail programs darken light colours and lighten dark ones. Velvet is neither, so they would keep it and make
     * the ink on it white.
     */
    velvet: '#ffd570',
  },
  /** In a fixed order, with marks that tell them apart without colour. The ink outline gives each its contrast. */
  charts: {
    light: {
      tones: [VELVET, '#2f6152', '#d0714f', '#a9c7cd', '#7a4a66', '#d8c49c'],
      gain: '#2c6449',
    },
    dark: {
      tones: [VELVET, '#4f8b79', '#c9694a', '#8fb4bc', '#a06c8b', '#a3916c'],
      gain: '#8fcfae',
    },
    marks: { dark: INK, light: RAISED },
  },
} as const

/** The size in the header in CSS pixels. */
type Logo = {
  hash: string
  width: number
  height: number
  /** It contains the name, so that the header does not write it. */
  hasName: boolean
}

/** The logo replaces the mark of the queue. */
export const look = {
  /** What the words and drawings began with. */
  template: 'beauty' as TemplateName,
  color: VELVET as string,
  /** The ground of light pages. */
  paper: PAPER as string,
  face: 'fraunces' as Face,
  logo: null as Logo | null,
  /** What people wait for: a drawing of src/shared/site/artwork.ts. */
  queue: 'chair' as Queue,
}

/** Brand colours that templates begin with. */
export const templateColors = { app: '#6a5acd', b2b: '#1f6f5c', shop: '#c8553d' }
