import type { KnipConfig } from 'knip'

export default {
  entry: [
    'src/server/{main,cli/*,listing/columns/thread}.ts',
    'src/web/{prerender,pictures}.tsx',
    'bench/*.ts',
    'scripts/*.{ts,mjs}',
    'scripts/film/film.js',
    'scripts/pictures/pictures.css',
    'test/*-process.ts',
  ],
  project: ['{src,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css}'],
  // Called by scripts/test.ts, in a way that does not show.
  ignoreDependencies: ['oxfmt'],
  // Whoever makes the film anew, or tries the rules of docs/monitoring, has them.
  ignoreBinaries: ['ffmpeg', 'prometheus', 'promtool'],
} satisfies KnipConfig
