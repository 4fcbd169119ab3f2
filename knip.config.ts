import type { KnipConfig } from 'knip'

export default {
  entry: [
    'src/server/{main,cli/*,listing/columns/thread,pages/thread}.ts',
    'src/web/{prerender,pictures}.tsx',
    // The compiler calls it for each tag.
    'src/web/jsx/jsx-runtime.ts',
    'src/web/{embed/embed,early/landing,early/sharing}.ts',
    'e2e/kit/kit.tsx',
    'bench/*.ts',
    'bench/load/{bare-server,fast-server}.ts',
    'scripts/*.{ts,mjs}',
    'scripts/pages/first-load.ts',
    'scripts/cluster/*-process.ts',
    'scripts/film/film.js',
    'scripts/pictures/pictures.css',
    'test/servers/{*-process,log-slow-requests}.ts',
    'e2e/start.ts',
    'clients/typescript/{client,invite-three,stamp}.ts',
  ],
  project: ['{src,test,e2e,bench,scripts,clients}/**/*.{ts,tsx,mjs,css}'],
  // Called by scripts/test.ts, in a way that does not show.
  ignoreDependencies: ['oxfmt'],
  // Programs of the system: for the film, and what docs/deploying.md says.
  ignoreBinaries: ['ffmpeg', 'openssl', 'systemd-analyze', 'mount'],
} satisfies KnipConfig
