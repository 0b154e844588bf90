import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AgentEvent } from '#shared/features/agent/agent.schema.ts';
import { CHAT_LABEL } from '#shared/features/widget/words/chat-label.ts';
import { es } from '#shared/features/widget/words/first-words.es.ts';
import { consentIn, CONSENT_VERSION, consentText } from '#shared/features/permission/text-consent.words.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';

import { drawTile } from '../../sandbox/map/tile.ts';
import { LOTS, middleOf, toPosition } from '../../sandbox/map/neighborhood.ts';

const WOOD_6 = '0193a000-0000-7000-8000-000000000001';
const WOOD_4 = '0193a000-0000-7000-8000-000000000002';
export const VINYL = '0193a000-0000-7000-8000-000000000003';
const METAL = '0193a000-0000-7000-8000-000000000004';

export const acme: WidgetConfig = {
  contractorId: 'acme-fence',
  companyName: 'Acme Fence',
  phone: '+12085550100',
  logoUrl: null,
  primaryColor: '#3b82f6',
  brand: { fill: '#2a70e3', label: '#ffffff' },
  poweredBy: false,
  priceGating: false,
  materialSelection: true,
  instantQuotes: true,
  materials: [
    { id: WOOD_6, name: '6ft Wood Picket' },
    { id: WOOD_4, name: '4ft Wood Picket' },
    { id: VINYL, name: 'Vinyl' },
    { id: METAL, name: 'Black Metal' },
  ],
  consent: { version: CONSENT_VERSION, text: consentText('Acme Fence') },
  chat: 'Ask a question',
  prices: { perFootCents: { [WOOD_6]: 762, [WOOD_4]: 1_262, [VINYL]: 1_762, [METAL]: 1_762 }, gateCents: 30_000 },
  range: null,
};

interface Reply {
  status: number;
  body: unknown;
}

/** The responses that the widget gets. A test can change them while it runs. */
export interface FakeState {
  config: Reply;
  /** The response to a new lead. Default: 201 with an estimate. */
  lead: (lead: Record<string, unknown>) => Promise<Reply> | Reply;
  /** Every lead that was received, in order. */
  leads: Record<string, unknown>[];
  /** The response to a chat message: a stream of events, or another body and status. */
  agent: (message: Record<string, unknown>) => { events: AgentEvent[]; cut?: boolean } | Reply;
  /** Every chat message that was received, in order. */
  messages: Record<string, unknown>[];
  /** Every report of a visitor's step that was received, in order. */
  steps: unknown[];
  /** The host page's body and, if it has one, its Content-Security-Policy. */
  page: { html: string; csp?: string };
  /** Paths for which the server closes the connection. */
  dead: string[];
  /** Every path that was requested. */
  asked: string[];
}

export const taken = (): Reply => ({
  status: 201,
  body: {
    leadId: '0193a000-0000-7000-8000-00000000000a',
    estimate: { totalCents: 354_208, perimeter: 184, gateCount: 1, materialType: 'Vinyl' },
  },
});

const HOST_CSS =
  'body{font:18px/1.6 Georgia;letter-spacing:2px;text-transform:uppercase;direction:rtl}label,input,button{all:unset;color:red}';

/**
 * A page around the widget with the peculiarities of contractors' sites: its own styles, and the globals of an old
 * library.
 */
export const hostPage = (inside: string): string =>
  `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Acme</title><link rel="stylesheet" href="/host.css"><script src="/host.js"></script></head><body><h1>Get your fence price now</h1>${inside}<p id="below">Below the widget</p></body></html>`;

export const TAG = '<script src="/widget-embed.js" data-contractor-id="acme-fence" async></script>';

const ODD = `Array.prototype.each = function () {}; Object.prototype.extend = function () {};
window.define = function () {}; window.define.amd = true; window.module = { exports: {} }; window.exports = window.module.exports; window.h = 1; window.name = 'host';`;

/** Starts a server that stands in for our server for the widget and also serves a host page, on one port. */
export async function startFakeWidgetServer(): Promise<{ url: string; state: FakeState; close: () => Promise<void> }> {
  const state: FakeState = {
    config: { status: 200, body: acme },
    lead: taken,
    leads: [],
    agent: () => ({ events: [] }),
    messages: [],
    steps: [],
    page: { html: hostPage(TAG) },
    dead: [],
    asked: [],
  };
  const server = createServer((request, response) => void answer(state, request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    state,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function answer(state: FakeState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://x').pathname;
  state.asked.push(path);
  if (state.dead.some((start) => path.startsWith(start))) return void request.socket.destroy();
  const send = (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  const json = ({ status, body }: Reply) => send(status, 'application/json', JSON.stringify(body));
  if (path.startsWith('/widget-'))
    return void send(200, 'text/javascript; charset=utf-8', await readFile(resolve('dist/widget', path.slice(1))));
  if (path.startsWith('/api/widget/v1/config/')) return void json(inLanguage(state.config, request.url ?? ''));
  if (path === '/api/widget/v1/address') return void json({ status: 200, body: places(request.url ?? '') });
  if (path === '/api/widget/v1/map') {
    const tilesUrl = `http://${request.headers.host ?? ''}/tiles/{z}/{x}/{y}`;
    return void json({ status: 200, body: { tilesUrl, attribution: 'Drawn by the sandbox', maxZoom: 20 } });
  }
  if (path.startsWith('/tiles/')) {
    const [z = 0, x = 0, y = 0] = path.split('/').slice(2).map(Number);
    return void send(200, 'image/svg+xml', drawTile({ z, x, y }));
  }
  if (path === '/api/widget/v1/steps') {
    state.steps.push(JSON.parse(await read(request)));
    return void response.writeHead(204).end();
  }
  if (path === '/api/widget/v1/leads') {
    const lead = JSON.parse(await read(request)) as Record<string, unknown>;
    state.leads.push(lead);
    return void json(await state.lead(lead));
  }
  if (path === '/api/widget/v1/agent') {
    const message = JSON.parse(await read(request)) as Record<string, unknown>;
    state.messages.push(message);
    const said = state.agent(message);
    if ('status' in said) return void json(said);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const { event, data } of said.events) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (said.cut) response.flushHeaders();
    return void (said.cut ? setImmediate(() => request.socket.destroy()) : response.end());
  }
  if (path === '/host.css') return void send(200, 'text/css', HOST_CSS);
  if (path === '/host.js') return void send(200, 'text/javascript', ODD);
  if (path === '/calls.js')
    return void send(
      200,
      'text/javascript',
      "window.Picket={q:[],mount:function(){this.q.push(arguments)}};Picket.mount(document.getElementById('one'),{contractorId:'first'});Picket.mount(document.getElementById('two'),{contractorId:'second'});",
    );
  if (path === '/favicon.ico') return void send(204, 'image/x-icon', '');
  const { html, csp } = state.page;
  send(200, 'text/html', html, csp ? { 'content-security-policy': csp } : {});
}

const LOT = LOTS.find(({ number }) => number === 120) ?? LOTS[0];
if (!LOT) throw new Error('no lots');
/** The corners of the 184 ft fence drawn at 120 Sandbox Ln. `MIDDLE` is the center of its backyard. */
export const MARKED = LOT.fence.map(toPosition);
export const MIDDLE = middleOf(LOT);

/** Returns the settings that the server would return for `?lang=es`. */
const inLanguage = (reply: Reply, url: string): Reply =>
  new URL(url, 'http://x').searchParams.get('lang')?.startsWith('es') && reply.status === 200
    ? {
        ...reply,
        body: { ...(reply.body as object), words: es, chat: CHAT_LABEL.es, consent: consentIn('es', 'Acme Fence') },
      }
    : reply;

const STREET = {
  ...MIDDLE,
  label: '120 Sandbox Ln, Boise, ID 83702',
  street: '120 Sandbox Ln',
  city: 'Boise',
  state: 'ID',
  zip: '83702',
};
const BOISE = [
  { label: 'Boise, ID', city: 'Boise', state: 'ID', zip: '' },
  { label: 'Boise, ID 83702', city: 'Boise', state: 'ID', zip: '83702' },
  { label: 'Boise, ID 83709', city: 'Boise', state: 'ID', zip: '83709' },
];

const places = (url: string) => {
  const query = (new URL(url, 'http://x').searchParams.get('q') ?? '').toLowerCase();
  if (query.startsWith('120 s')) return { items: [STREET], credit: 'Addresses: © OpenStreetMap contributors' };
  return { items: BOISE.filter(({ label, zip }) => label.toLowerCase().startsWith(query) || zip === query) };
};

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
