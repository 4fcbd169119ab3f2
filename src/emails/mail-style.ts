import { perSite, site } from '#shared/site/site.ts'
import { direction } from '#shared/values/language.ts'

/** Values for inline styles, because mail programs do not support CSS variables. */
export const mailColors = perSite(() => {
  const { light, mail, onVelvet } = site().colors
  return { ...light, velvet: mail.velvet, velvetInk: onVelvet.ink, cream: onVelvet.cream }
})

/** Mail programs do not know logical properties. */
export function sides(): { start: 'left' | 'right'; end: 'left' | 'right' } {
  return direction() === 'rtl' ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' }
}

export function typeset(text: string): string {
  return text.replace(/(?<=\p{L})'/gu, '’')
}

export const FONTS = {
  display: "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
  text: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  code: "'SF Mono',Consolas,'Liberation Mono',Menlo,monospace",
} as const
