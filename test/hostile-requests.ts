import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

/** The target of the requests: a running server, and the ids of data that a signed-in attacker has there. */
export interface Target {
  url: string;
  /** The attacker's session cookie. */
  cookie: string;
  contractorId: string;
  leadId: string;
}

interface Sent {
  path: string;
  headers?: Record<string, string>;
  /** If missing, the request is a GET. */
  body?: string | Buffer;
}

const KB = 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const times = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_each, at) => of(at));
const fields = <T>(count: number, of: (at: number) => T): Record<string, T> =>
  Object.fromEntries(times(count, (at) => [String(at), of(at)]));
const batchOf = (count: number, path: string): string => `/trpc/${times(count, () => path).join(',')}?batch=1`;
const input = (value: unknown): string => `input=${encodeURIComponent(JSON.stringify(value))}`;

/** Kinds of requests by name. Each is at or above the size limit of its route. */
type Kinds = Record<string, Sent>;

const bodies = ({ cookie, leadId }: Target): Kinds => {
  const call = (path: string, body: unknown): Sent => ({
    path: `/trpc/${path}`,
    headers: { cookie, ...JSON_TYPE },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const upload = (kilobytes: number) => ({ dataBase64: 'A'.repeat(kilobytes * KB) });
  const estimate = { leadId, perimeter: 1, materialId: leadId, gateCount: 1 };
  return {
    'text at the limit': call('leads.addNote', { leadId, text: 'x'.repeat(127 * KB) }),
    'text of wide characters': call('leads.addNote', { leadId, text: 'ł'.repeat(60 * KB) }),
    'text beyond the limit': call('leads.addNote', { leadId, text: 'x'.repeat(500 * KB) }),
    'list at the limit': call('followUps.startMany', `{"leadIds":[${'{},'.repeat(4_990)}{}]}`),
    'list beyond the limit': call('followUps.startMany', `{"leadIds":[${'{},'.repeat(160 * KB)}{}]}`),
    'list of nothings': call('followUps.startMany', `{"leadIds":[${'0,'.repeat(250 * KB)}0]}`),
    'fields at the limit': call(
      'leads.create',
      fields(4_900, () => 1),
    ),
    'fields beyond the limit': call(
      'leads.create',
      fields(50_000, () => 1),
    ),
    'deep JSON': call('leads.create', nested(250 * KB)),
    'deep JSON in a field': call('leads.create', `{"name":${nested(60 * KB)}}`),
    'no JSON': call('leads.create', '{'.repeat(120 * KB)),
    'many digits': call('estimates.preview', `{"leadId":"${leadId}","perimeter":${'9'.repeat(120 * KB)}}`),
    'many options': call('estimates.send', { ...estimate, options: times(4_000, () => ({})) }),
    'image that is none': call('company.uploadLogo', upload(2_700)),
    'image beyond the limit': call('company.uploadLogo', upload(2_900)),
    'CSV of empty rows': call('leads.importCsv', { csv: `name,email\n${',\n'.repeat(145_000)}` }),
    'CSV of one row': call('leads.importCsv', { csv: `name,email\n${'"'.repeat(240 * KB)}` }),
    'portrait that is none': call('auth.updateUser', { avatar: 'A'.repeat(260 * KB) }),
    'batch of a thousand': { ...call('', '{}'), path: batchOf(1_000, 'auth.session') },
    'batch of twenty notes': {
      ...call('', JSON.stringify(fields(20, () => ({ leadId, text: 'x'.repeat(6 * KB) })))),
      path: batchOf(20, 'leads.addNote'),
    },
    'unknown procedure': call(`${'a'.repeat(4 * KB)}.b`, '{}'),
  };
};

const addresses = ({ cookie, contractorId }: Target): Kinds => {
  const ask = (path: string, headers: Record<string, string> = { cookie }): Sent => ({ path, headers });
  return {
    'batch of lists': ask(`${batchOf(20, 'leads.list')}&${input(fields(20, () => ({})))}`),
    'long query': ask(`/trpc/leads.list?input=${'%5B'.repeat(4 * KB)}`),
    'long search': ask(`/trpc/leads.list?${input({ search: 'a b '.repeat(1_000) })}`),
    'search of many words': ask(`/trpc/leads.list?${input({ search: 'a b '.repeat(50) })}`),
    'many headers': ask('/', Object.fromEntries(times(500, (at) => [`x-${at}`, 'y']))),
    'headers too large': ask('/', { 'x-large': 'y'.repeat(60 * KB) }),
    'long cookie': ask('/trpc/auth.session', { cookie: `picket_session=${'c'.repeat(12 * KB)}` }),
    'long path': ask(`/${'p/'.repeat(6 * KB)}`),
    'long estimate token': ask(`/estimate/${'t'.repeat(10 * KB)}`),
    'widget configuration': ask(`/api/widget/v1/config/${contractorId}`, {}),
    'address search': ask(`/api/widget/v1/address?q=${'a'.repeat(8 * KB)}`, {}),
  };
};

const strangers = ({ contractorId }: Target): Kinds => {
  const bomb = gzipSync(Buffer.alloc(40_000 * KB, '['));
  const zipped = { 'content-encoding': 'gzip' };
  const lead = (body: string | Buffer, headers = {}): Sent => ({
    path: '/api/widget/v1/leads',
    headers: { ...JSON_TYPE, ...headers },
    body,
  });
  const stripe = { path: '/webhooks/stripe', headers: { 'stripe-signature': 't=1,v1=a' } };
  const twilio = fields(5_000, () => '1');
  return {
    'upload without a session': {
      path: '/trpc/company.uploadLogo',
      headers: JSON_TYPE,
      body: JSON.stringify({ dataBase64: 'A'.repeat(3_900 * KB) }),
    },
    'widget lead at the limit': lead(JSON.stringify({ contractorId, notes: 'n'.repeat(63 * KB) })),
    'widget lead that is deep': lead(`{"a":${nested(30 * KB)}}`),
    'widget lead that is a zip bomb': lead(bomb, zipped),
    'Stripe event at the limit': { ...stripe, body: 'x'.repeat(1_000 * KB) },
    'Stripe event that is a zip bomb': { ...stripe, headers: { ...stripe.headers, ...zipped }, body: bomb },
    'Twilio form of many fields': {
      path: '/webhooks/twilio/inbound',
      headers: FORM_TYPE,
      body: new URLSearchParams(twilio).toString(),
    },
    'estimate form at the limit': {
      path: `/estimate/${'t'.repeat(43)}/accept`,
      headers: FORM_TYPE,
      body: `name=${'n'.repeat(60 * KB)}`,
    },
  };
};

/**
 * Every kind of hostile request. Each call sends one request. It resolves to the status, or to 0 if the server closed
 * the connection.
 */
export const hostileRequests = (target: Target): Record<string, () => Promise<number>> =>
  Object.fromEntries(
    Object.entries({ ...bodies(target), ...addresses(target), ...strangers(target) }).map(([name, sent]) => [
      name,
      () => send(target.url, sent),
    ]),
  );

/** The attacker uses a few networks, which a proxy on this machine reports. */
const NETWORKS = 8;
let turn = 0;

const send = (url: string, { path, headers: given = {}, body }: Sent): Promise<number> =>
  new Promise((resolve) => {
    turn += 1;
    const headers = { ...given, 'x-forwarded-for': `198.51.100.${turn % NETWORKS}` };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(`${url}${path}`, { method, headers, agent: false }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode ?? 0))
        .once('error', () => resolve(0));
    });
    sent.once('error', () => resolve(0)).end(body);
  });

/**
 * Opens connections that each announce a large body but send only a part of it. Resolves to a function that closes
 * them.
 */
export async function slowBodies({ url, cookie }: Target, count: number, bytes: number): Promise<() => void> {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(
    times(count, async (at) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      const path = at % 2 === 0 ? '/trpc/leads.importCsv' : '/trpc/company.uploadLogo';
      const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Cookie: ${cookie}`, 'Content-Length: 500000'];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write('x'.repeat(bytes));
      return socket;
    }),
  );
  return () => sockets.forEach((socket) => socket.destroy());
}
