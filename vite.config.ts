import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { palette } from './scripts/palette.ts'
import { smallPreload } from './scripts/small-preload.ts'
import { workedOut } from './scripts/worked-out.ts'

export default defineConfig({
  plugins: [react(), palette(), workedOut(), smallPreload(), tailwindcss()],
  // For libraries that still serve a React that lacks it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Inlined assets would be data: addresses, which the content security policy does not allow.
    assetsInlineLimit: 0,
    // No chunk waits for another long enough to be worth the code that would fetch both at once.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Files of the first load name all others.
      output: { chunkFileNames: 'assets/[name]-[hash:6].js', assetFileNames: 'assets/[name]-[hash:6][extname]' },
      // React asks for these, and no visitor's browser has them: the code for them is left out.
      transform: {
        define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined', setImmediate: 'undefined', process: 'undefined' },
      },
      // Building a schema has no effect of its own, so a page that needs one rule of a file leaves its schemas out.
      treeshake: { manualPureFunctions: ['z'] },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
