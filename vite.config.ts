import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { firstChunks } from './scripts/build/first-chunks.ts';
import { noStyleElements } from './scripts/build/no-style-elements.ts';

const root = import.meta.dirname;

/**
 * One script with its CSS inside, for pages we know nothing of: a classic one, or a module where it is only ever
 * imported.
 */
const widgetScript = (entry: string, file: string, format: 'iife' | 'es' = 'iife'): EnvironmentOptions => ({
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
    lib: { entry: `${root}/${entry}`, formats: [format], name: 'PicketWidget', fileName: () => file },
  },
});

/**
 * The browser builds in one `vite build`: the dashboard (`dist/client`, with a manifest for the server) and the
 * widget's scripts (`dist/widget/widget-embed.js`, and `widget-steps.js` that it fetches once a person acts, with
 * `widget-es.js` for those who read Spanish, `widget-map.js` that measures on a map, `widget-chat.js` for the conversation, `widget-button.js` for the floating
 * button, and `widget-frame.js` in our own page for frames),
 * with the small one of the homeowner's page (`estimate.js`).
 */
export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), noStyleElements()],
  resolve: { alias: { '#shared': `${root}/src/shared`, '#core': `${root}/src/core` } },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        // every page needs all of React: in one file it is half a kilobyte smaller
        rolldownOptions: {
          // These packages don't declare it, so a WebSocket client that nobody uses would stay (D1).
          treeshake: {
            moduleSideEffects: [{ test: /node_modules\/@trpc\/(client|react-query)\//, sideEffects: false }],
          },
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
                ...firstChunks(root),
                // Otherwise, each icon that parts share is a file, and the first screens list its name (D1).
                { name: 'icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    widget: widgetScript('src/widget/main.ts', 'widget-embed.js'),
    widgetSteps: widgetScript('src/widget/widget-steps.ts', 'widget-steps.js', 'es'),
    widgetSpanish: widgetScript('src/widget/widget-es.ts', 'widget-es.js'),
    widgetMap: widgetScript('src/widget/map/widget-map.ts', 'widget-map.js', 'es'),
    widgetChat: widgetScript('src/widget/chat/widget-chat.ts', 'widget-chat.js', 'es'),
    widgetFrame: widgetScript('src/widget/frame/widget-frame.ts', 'widget-frame.js'),
    widgetButton: widgetScript('src/widget/button/widget-button.ts', 'widget-button.js', 'es'),
    widgetEstimate: widgetScript('src/client/homeowner/main.ts', 'estimate.js'),
  },
  builder: {
    async buildApp(builder) {
      const widget = [
        'widget',
        'widgetSteps',
        'widgetSpanish',
        'widgetMap',
        'widgetChat',
        'widgetButton',
        'widgetFrame',
      ];
      for (const name of ['client', ...widget, 'widgetEstimate']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
});
