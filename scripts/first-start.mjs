// Measures a first start: `npm start` in a fresh clone, without installed packages, until the demo contractor's leads
// can be read. Prints the seconds. Plain JavaScript, so that any installed Node (18 or newer) can run it. CI runs it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const LONGEST_MS = 300_000;
const root = resolve(fileURLToPath(import.meta.url), '../..');
const folder = mkdtempSync(join(tmpdir(), 'picket-first-start-'));

/** Returns a free port of this machine. */
const freePort = () =>
  new Promise((give) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => give(port));
    });
  });

/** Signs in as the demo contractor and reads their leads. Returns false if the server doesn't answer yet. */
async function isSignedIn(url) {
  try {
    const signedIn = await fetch(`${url}/trpc/auth.signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@picket.test', password: 'picket-demo' }),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const pages = await Promise.all([
      fetch(`${url}/dashboard`, { headers: { cookie } }),
      fetch(`${url}/trpc/leads.list?input=%7B%7D`, { headers: { cookie } }),
    ]);
    return signedIn.ok && pages.every(({ ok }) => ok);
  } catch {
    return false;
  }
}

let app;
let ended = false;
try {
  execFileSync('git', ['clone', '--quiet', root, join(folder, 'picket')], { stdio: 'inherit' });
  const port = await freePort();
  const began = performance.now();
  app = spawn('npm', ['start'], {
    cwd: join(folder, 'picket'),
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  app.once('exit', () => (ended = true));
  while (!(await isSignedIn(`http://127.0.0.1:${port}`))) {
    if (ended || performance.now() - began > LONGEST_MS) throw new Error('`npm start` didn’t lead to a dashboard');
    await wait(500);
  }
  console.log(`From a fresh clone to the signed-in dashboard: ${((performance.now() - began) / 1000).toFixed(0)} s`);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  if (app?.pid !== undefined && !ended) {
    const gone = new Promise((resolved) => app.once('exit', resolved));
    process.kill(-app.pid, 'SIGTERM');
    await Promise.race([gone, wait(20_000)]);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
