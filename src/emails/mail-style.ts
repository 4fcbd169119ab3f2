import { colors } from '#site/colors.ts'

/** Values for inline styles: mail programs do not support variables. */
export const COLORS = { ...colors.light, velvet: colors.mail.velvet, cream: colors.onVelvet.cream } as const

export const FONTS = {
  display: "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
  text: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  code: "'SF Mono',Consolas,'Liberation Mono',Menlo,monospace",
} as const
