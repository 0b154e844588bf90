import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { firstChunks } from './scripts/build/first-chunks.ts';

const root = import.meta.dirname;

/** One classic script with its CSS inside, for pages we know nothing of. */
const widgetScript = (entry: string, file: string): EnvironmentOptions => ({
  consumer: 'client',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/widget',
    emptyOutDir: false,
    copyPublicDir: false,
    // a phone three years old runs it; contractors' sites are not all kept fresh
    target: 'es2020',
    // the CSS says itself what older browsers get: a rewritten light-dark() would not follow the host page
    cssTarget: 'esnext',
    lib: { entry: `${root}/${entry}`, formats: ['iife'], name: 'PicketWidget', fileName: () => file },
  },
});

/**
 * The browser builds in one `vite build`: the dashboard (`dist/client`, with a manifest for the server) and the
 * widget's scripts (`dist/widget/widget-embed.js`, and `widget-steps.js` that it fetches once a person acts, with
 * `widget-es.js` for those who read Spanish),
 * with the small one of the homeowner's page (`estimate.js`).
 */
export default defineConfig({
  root,
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '#shared': `${root}/src/shared`, '#core': `${root}/src/core` } },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        // every page needs all of React: in one file it is half a kilobyte smaller
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
                ...firstChunks(root),
              ],
            },
          },
        },
      },
    },
    widget: widgetScript('src/widget/main.ts', 'widget-embed.js'),
    widgetSteps: widgetScript('src/widget/widget-steps.ts', 'widget-steps.js'),
    widgetSpanish: widgetScript('src/widget/widget-es.ts', 'widget-es.js'),
    widgetEstimate: widgetScript('src/client/homeowner/main.ts', 'estimate.js'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'widget', 'widgetSteps', 'widgetSpanish', 'widgetEstimate']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
});
