/** The site's colours, as src/web/styles/tokens.css has them: mail programs know no variables. */
export const COLORS = {
  paper: '#f7f1e5',
  raised: '#fffbf3',
  ink: '#1d1813',
  muted: '#685d50',
  line: '#ddd1bc',
  /**
   * Velvet, lighter. Some programs darken what is light and lighten what is dark, each by itself: what is neither, as
   * velvet is, keeps its own colour and would have white on it. Where colours are left alone it is true velvet.
   */
  velvet: '#ffd570',
  cream: '#fff6df',
} as const

export const FONTS = {
  display: "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
  text: "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  code: "'SF Mono',Consolas,'Liberation Mono',Menlo,monospace",
} as const
