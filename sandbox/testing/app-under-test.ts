import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Heard {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  form: Record<string, string>;
}
export interface ListeningApp {
  url: string;
  heard: Heard[];
  /** The response to all following requests. Default: an empty 200. */
  answer: { status: number; body: string };
}

/** A stand-in for the product's server. Records every webhook that it receives. */
export async function appUnderTest(): Promise<ListeningApp> {
  const app: ListeningApp = { url: '', heard: [], answer: { status: 200, body: '' } };
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      const form = Object.fromEntries(new URLSearchParams(raw));
      app.heard.push({ path: request.url ?? '', headers: request.headers, raw, form });
      response.writeHead(app.answer.status, { 'content-type': 'text/xml' }).end(app.answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  app.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return app;
}
