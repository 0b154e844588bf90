import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { listedLead } from '#core/features/leads/leads.repository.ts';
import { createAppDb } from '#core/platform/db/app.ts';
import { createLogger } from '#core/platform/log.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { testConfig } from '../test/caller.ts';

/**
 * The smallest possible server, built directly on Node's HTTP server. `/leads/<id>`, `/companies/<contractor id>` and
 * `/estimates/<id>` each run one prepared query. `/by-hand/<lead id>` expects a session cookie. It runs the queries
 * that `leads.get` needs, in as few round trips as possible. The server runs as a separate process and reads the
 * database's URL from DATABASE_URL.
 */
const connectionString = process.env['DATABASE_URL'] ?? '';
const pool = new pg.Pool({ connectionString, max: 8 });
const tenants = new pg.Pool({ connectionString, max: 8, pipeline: true, options: '-c role=picket_app' });

const one = (name: string, text: string) => async (id: string) =>
  (await pool.query<object>({ name, text, values: [id] })).rows[0];

const config = testConfig(connectionString);
const text = listedLead('' as CompanyId, '' as LeadId, new Date(0)).compile(
  createAppDb(config, createLogger(config, 'bench')),
).sql;

async function byHand(leadId: string, { headers }: IncomingMessage): Promise<object | undefined> {
  const session = /picket_session=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const { rows } = await pool.query<{ company_id: string }>({
    name: 'session',
    text: `select sessions.public_id, sessions.expires_at, sessions.last_seen_at, users.id, users.email, users.name,
      users.avatar_url, members.company_id,
      array(select role from user_roles where user_roles.user_id = users.id) as roles
      from sessions join users on users.id = sessions.user_id
      left join company_members members on members.user_id = users.id where sessions.id = $1`,
    values: [createHash('sha256').update(session).digest('hex')],
  });
  const companyId = rows[0]?.company_id ?? '';
  const client = await tenants.connect();
  try {
    client.connection.stream.cork();
    const asked = [
      client.query(`begin; select set_config('app.company_id', '${companyId}', true)`),
      client.query<object>({ name: 'lead', text, values: [new Date(), companyId, leadId] }),
      client.query('commit'),
    ] as const;
    client.connection.stream.uncork();
    return (await Promise.all(asked))[1].rows[0];
  } finally {
    client.release();
  }
}

const ways: Record<string, (id: string, request: IncomingMessage) => Promise<object | undefined>> = {
  leads: one('leads', 'select * from leads where id = $1'),
  companies: one('companies', 'select * from company_profiles where contractor_id = $1'),
  estimates: one('estimates', 'select * from estimates where id = $1'),
  'by-hand': byHand,
};

const server = createServer((request, response) => {
  const [, way = '', id = ''] = request.url?.split('/') ?? [];
  void ways[way]?.(id, request).then(
    (row) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(row)),
    () => response.writeHead(500).end(),
  );
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
