import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { BUILD_TARGET } from './scripts/pages/oldest-browsers.ts'
import { palette } from './scripts/pages/palette.ts'
import { inlineRoutes, smallPreload, wholePaths } from './scripts/pages/plugins.ts'

export default defineConfig({
  plugins: [inlineRoutes(), react({ jsxImportSource: '#jsx' }), palette(), smallPreload(), wholePaths(), tailwindcss()],
  // For libraries that still serve a React that lacks it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  build: {
    outDir: 'dist/web',
    target: BUILD_TARGET,
    emptyOutDir: true,
    // Inlined assets would be data: addresses, which the content security policy does not allow.
    assetsInlineLimit: 0,
    // No chunk waits for another long enough to be worth the code that would fetch both at once.
    modulePreload: false,
    reportCompressedSize: false,
    // The dashboard is one chunk, which no visitor loads. A warning would look like a fault of the first start.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // Files of the first load name all others.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // What every page shares: as files of their own they would compress worse.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /jsx-runtime|src\/web\/jsx\/|shared\/(site\/site-in-pages|values\/(text|own|language))\.ts/,
            },
          ],
        },
      },
      // React asks for these. No visitor's browser has the first three; the last would only show that a page loads.
      transform: {
        define: {
          __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
          setImmediate: 'undefined',
          process: 'undefined',
          navigation: 'undefined',
        },
      },
      // Building a schema has no effect of its own, so a page that needs one rule of a file leaves its schemas out.
      treeshake: { manualPureFunctions: ['z', 'perSite'] },
      // On a slow machine they would look like a fault of the first start.
      checks: { bundlerTimings: false },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
