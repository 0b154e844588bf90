import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ROOT } from '../scripts/build/root.ts';
import { buildIfNeeded } from '../scripts/build.ts';
import { startTestApp } from '../test/caller.ts';
import { openDatabase } from './database.ts';
import { bytes, type Line } from './result.ts';

const W1_GOAL = 6_144;
const W1_FLOOR = 2_100;
const W2_GOAL = 1_024;
const W2_FLOOR = 198;

/** Bytes of a response's body as transferred to a browser that accepts brotli. */
const onTheWire = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br, gzip' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      else buffer(response).then((body) => resolve(body.length), reject);
    }).on('error', reject);
  });

/** The two requests that a host page makes before a person interacts: the script and the company's settings. */
async function measure(): Promise<{ script: number; config: number }> {
  await buildIfNeeded({ say: (line) => console.error(line) });
  const database = await openDatabase();
  const app = await startTestApp({ database: database.database, dist: `${ROOT}/dist` });
  try {
    const company = await app.a.company({ contractor_id: 'acme-fence' });
    for (const name of ['6ft Wood Picket', '4ft Wood Picket', 'Vinyl', 'Black Metal'])
      await app.a.material(company, { name });
    return {
      script: await onTheWire(`${app.url}/widget-embed.js`),
      config: await onTheWire(`${app.url}/api/widget/v1/config/acme-fence`),
    };
  } finally {
    await app.close();
    await database.close();
  }
}

export async function w1(): Promise<Line[]> {
  const { script, config } = await measure();
  const total = script + config;
  return [
    {
      id: 'W1',
      ours: `${bytes(total)} in 2 requests`,
      peer: '12.2 kB Typeform, recorded',
      floor: bytes(W1_FLOOR),
      ratio: total / W1_FLOOR,
      goal: `at most ${bytes(W1_GOAL)}`,
      met: total <= W1_GOAL,
      valid: true,
    },
  ];
}

export async function w2(): Promise<Line[]> {
  const { script, config } = await measure();
  return [
    {
      id: 'W2',
      ours: bytes(script),
      peer: '442 B Cal.com, recorded',
      floor: bytes(W2_FLOOR),
      ratio: script / W2_FLOOR,
      goal: `at most ${bytes(W2_GOAL)}, or W1 in one file`,
      met: script <= W2_GOAL || script + config <= W1_GOAL,
      valid: true,
    },
  ];
}
