import type { KnipConfig } from 'knip'

export default {
  entry: ['src/server/cli/*.ts', 'src/web/prerender.tsx', 'bench/*.ts'],
  project: ['{src,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}'],
  // Called by scripts/test.ts, in a way that does not show.
  ignoreDependencies: ['oxfmt'],
} satisfies KnipConfig
