import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, resolve } from 'node:path';
import { answerBatch, type FakeDashboard, usualAnswers } from '../fake-dashboard.ts';

/** An empty page on the same origin. */
export const EMPTY = '/empty';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
  '.html': 'text/html',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the built dashboard with fake responses, for cases that a real server doesn't produce on demand, such as
 * rejections and failures.
 */
export async function startFakeDashboard(): Promise<{
  url: string;
  fake: FakeDashboard;
  /** Restores the default responses and clears everything that was received. */
  reset: () => void;
  close: () => Promise<void>;
}> {
  const streams = new Set<ServerResponse>();
  const tell = (leadId: string): void => {
    for (const stream of streams) stream.write(`id: 1\ndata: ${JSON.stringify({ leadId })}\n\n`);
  };
  const fake: FakeDashboard = { answers: usualAnswers(), sent: [], listening: 0, tell };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/trpc/leads.onChange')) listen(fake, response, streams);
    else void answer(fake, request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  const reset = () => Object.assign(fake, { answers: usualAnswers(), sent: [] });
  return { url: `http://127.0.0.1:${address.port}`, fake, reset, close };
}

function listen(fake: FakeDashboard, response: ServerResponse, streams: Set<ServerResponse>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: connected\ndata: {}\n\n');
  fake.listening += 1;
  streams.add(response);
  response.on('close', () => {
    fake.listening -= 1;
    streams.delete(response);
  });
}

async function answer(fake: FakeDashboard, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://x');
  if (url.pathname === EMPTY) return void response.writeHead(200, { 'content-type': 'text/html' }).end();
  if (url.pathname.startsWith('/trpc/')) return answerCalls(fake, request, response, url);
  const file = extname(url.pathname) === '' ? '/index.html' : url.pathname;
  try {
    const body = await readFile(resolve('dist/client', `.${file}`));
    // Cached as on the product's server, because the files' names change with their contents.
    const kept = file.startsWith('/assets/') ? { 'cache-control': 'public, max-age=31536000, immutable' } : {};
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', ...kept }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}

async function answerCalls(
  fake: FakeDashboard,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const paths = url.pathname.slice('/trpc/'.length).split(',');
  const text = request.method === 'POST' ? await read(request) : url.searchParams.get('input');
  const inputs = JSON.parse(text ?? '{}') as Record<string, Record<string, unknown>>;
  const results = answerBatch(fake, { paths, inputs, isMutation: request.method === 'POST' });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(results));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
