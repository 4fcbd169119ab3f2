import { colors } from '#site/colors.ts'

/** In every element, as values: mail programs know no variables. */
export const COLORS = { ...colors.light, velvet: colors.mail.velvet, cream: colors.onVelvet.cream } as const

export const FONTS = {
  display: "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
  text: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  code: "'SF Mono',Consolas,'Liberation Mono',Menlo,monospace",
} as const
