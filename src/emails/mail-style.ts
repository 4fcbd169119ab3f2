import { perSite, site } from '#shared/site/site.ts'

/** Values for inline styles, because mail programs do not support CSS variables. */
export const mailColors = perSite(() => {
  const { light, mail, onVelvet } = site().colors
  return { ...light, velvet: mail.velvet, velvetInk: onVelvet.ink, cream: onVelvet.cream }
})

export function typeset(text: string): string {
  return text.replace(/(?<=\p{L})'/gu, '’')
}

export const FONTS = {
  display: "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
  text: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  code: "'SF Mono',Consolas,'Liberation Mono',Menlo,monospace",
} as const
