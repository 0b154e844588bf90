import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** The least that answers with a lead: one prepared query behind Node's own server. Run as a process: DATABASE_URL. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 });
const server = createServer((request, response) => {
  const id = request.url?.slice(1) ?? '';
  pool.query({ name: 'lead', text: 'select * from leads where id = $1', values: [id] }).then(
    ({ rows }) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(rows[0])),
    () => response.writeHead(500).end(),
  );
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
