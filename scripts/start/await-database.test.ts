import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { awaitDatabase } from './await-database.ts';

/** Reserves a port that has no listener until `open` connects it to the test cluster. */
async function lateDatabase() {
  const place = createServer((socket) => {
    const { hostname, port } = new URL(inject('pgUrl'));
    const behind = connect(Number(port), hostname);
    socket.on('error', () => behind.destroy()).pipe(behind);
    behind.on('error', () => socket.destroy()).pipe(socket);
  });
  await once(place.listen(0, '127.0.0.1'), 'listening');
  const { port } = place.address() as AddressInfo;
  await new Promise<void>((closed) => place.close(() => closed()));
  onTestFinished(() => void place.close());
  const url = new URL(inject('pgUrl'));
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, open: () => place.listen(port, '127.0.0.1') };
}

test('waits for a database that starts late, and logs the wait once', async () => {
  const { url, open } = await lateDatabase();
  const said: string[] = [];
  await awaitDatabase(url, { forMs: 30_000, say: (line) => said.push(line) && open() });
  expect(said).toEqual(['Waiting up to 30 seconds for the database …']);
});

test('gives up on a database that never starts, and doesn’t wait after other errors', async () => {
  const { url } = await lateDatabase();
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  await awaitDatabase(url, { forMs: 50, say });
  expect(said).toHaveLength(1);
  const wrong = new URL(inject('pgUrl'));
  wrong.pathname = '/nosuch';
  await awaitDatabase(wrong.href, { forMs: 30_000, say });
  expect(said).toHaveLength(1);
});
