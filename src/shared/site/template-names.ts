/** Of src/site/templates.ts, without their words. */
export const TEMPLATES = ['beauty', 'app', 'b2b', 'shop'] as const
export type TemplateName = (typeof TEMPLATES)[number]
