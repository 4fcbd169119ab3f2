import type { KnipConfig } from 'knip'

export default {
  entry: [
    'src/server/{main,cli/*,listing/columns/thread,rendering/main}.ts',
    'src/web/{prerender,pictures}.tsx',
    'src/web/embed/embed.ts',
    'bench/*.ts',
    'bench/load/{bare-server,fast-server}.ts',
    'scripts/*.{ts,mjs}',
    'scripts/pages/first-load.ts',
    'scripts/cluster/*-process.ts',
    'scripts/{film/film,docs/docs}.js',
    'scripts/docs/docs.css',
    'scripts/pictures/pictures.css',
    'test/servers/*-process.ts',
    'e2e/start.ts',
    'clients/typescript/{client,invite-three,stamp}.ts',
  ],
  project: ['{src,test,e2e,bench,scripts,clients}/**/*.{ts,tsx,mjs,css}'],
  // Called by scripts/test.ts, in a way that does not show.
  ignoreDependencies: ['oxfmt'],
  // Programs of the system: for the film, the rules of docs/monitoring, and what docs/deploying.md says.
  ignoreBinaries: [
    'ffmpeg',
    'prometheus',
    'promtool',
    'openssl',
    'systemd-analyze',
    'mount',
    'debootstrap',
    'unshare',
    'chroot',
  ],
} satisfies KnipConfig
