import { createServer } from 'node:http';
import { join } from 'node:path';
import { ROOT } from '../build/root.ts';
import type { Company } from '../start/company.ts';
import { steadyPort } from '../start/ports.ts';
import type { Front } from '../start/run.ts';
import type { Settings } from '../start/settings.ts';
import { watchProcesses } from './watch-processes.ts';
import { watchWidget } from './watch-widget.ts';

/** The server-rendered pages. Vite serves all other pages with hot reload. */
const SERVER_PATHS =
  '^/(trpc|api|webhooks|auth/google|estimate|unsubscribe|widget-[a-z]+(?:\\.js)?|healthz|readyz|metrics)([/.?]|$)';

/**
 * The entry point of `npm run dev`. Vite listens on PORT and proxies everything except the dashboard to the server,
 * which listens on another port. When the sources of the server, worker, sandbox or widget change, the affected parts
 * are rebuilt and restarted.
 */
export async function openFront(settings: Settings): Promise<Front> {
  const serverPort = await steadyPort(`${settings.dataDir} dev`, [settings.port, settings.port + 1]);
  return { serverPort, open: (company, host) => open({ settings, serverPort, company, host }) };
}

async function open(options: {
  settings: Settings;
  serverPort: number;
  company: Company;
  host: string | undefined;
}): Promise<() => Promise<void>> {
  const { settings, serverPort, company, host } = options;
  const { createServer: createVite } = await import('vite');
  const say = (line: string) => console.log(line);
  const http = createServer();
  const vite = await createVite({
    configFile: join(ROOT, 'vite.config.ts'),
    appType: 'spa',
    logLevel: 'warn',
    plugins: [productName(settings.env['PRODUCT_NAME'] ?? 'Picket')],
    server: {
      middlewareMode: { server: http },
      hmr: { server: http },
      proxy: { [SERVER_PATHS]: { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false, xfwd: true } },
    },
  });
  http.on('request', vite.middlewares);
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen({ port: settings.port, host }, resolve);
  });
  const watchers = [await watchProcesses(company, say), watchWidget(company, say)];
  return async () => {
    await Promise.all(watchers.map((stop) => stop()));
    http.closeAllConnections();
    http.close();
    await vite.close();
  };
}

/** In the built page, the server replaces this placeholder. */
const productName = (name: string) => ({
  name: 'product-name',
  transformIndexHtml: (html: string) => html.replaceAll('__PRODUCT_NAME__', escapeHtml(name)),
});

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
