import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ROOT } from '../scripts/build/root.ts';
import { buildIfNeeded } from '../scripts/build.ts';
import { startTestApp } from '../test/caller.ts';
import { openDatabase } from './database.ts';
import { bytes, type Line } from './result.ts';
import { widgetPeers } from './widget-peers.ts';

const W1_GOAL = 6_400;
const W1_FLOOR = 2_100;
const W2_GOAL = 1_024;
const W2_FLOOR = 198;

/** Returns a response body's size in bytes, as transferred to a browser that accepts these encodings. */
const onTheWire = (url: string, encodings = 'br, gzip'): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': encodings } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      else buffer(response).then((body) => resolve(body.length), reject);
    }).on('error', reject);
  });

interface Measured {
  script: number;
  config: number;
  /** The gzip size of the script and settings together, for comparison with packages. */
  gzip: number;
  /** The gzip size of `widget-map.js`, which is loaded only when a visitor measures on a map. */
  map: number;
}

/** Measures a host page's two requests before a visitor uses the widget: the script and the company's settings. */
async function measure(): Promise<Measured> {
  await buildIfNeeded({ say: (line) => console.error(line) });
  const database = await openDatabase();
  const app = await startTestApp({ database: database.database, dist: `${ROOT}/dist` });
  try {
    const company = await app.a.company({ contractor_id: 'acme-fence' });
    for (const name of ['6ft Wood Picket', '4ft Wood Picket', 'Vinyl', 'Black Metal'])
      await app.a.material(company, { name });
    const script = `${app.url}/widget-embed.js`;
    const config = `${app.url}/api/widget/v1/config/acme-fence`;
    return {
      script: await onTheWire(script),
      config: await onTheWire(config),
      gzip: (await onTheWire(script, 'gzip')) + (await onTheWire(config, 'gzip')),
      map: await onTheWire(`${app.url}/widget-map.js`, 'gzip'),
    };
  } finally {
    await app.close();
    await database.close();
  }
}

const MAP_GOAL = 120_000;

/** Returns a line for each peer. Both sizes are gzip sizes. */
const besidePeers = (gzip: number): Line[] =>
  widgetPeers().map(({ name, bytes: peer, requests }) => ({
    id: `W1 ${name}`,
    ours: `${bytes(gzip)} gzip in 2 requests`,
    peer: `${bytes(peer)} gzip in ${requests}, without its form`,
    floor: '',
    ratio: null,
    goal: 'fewer bytes',
    met: gzip < peer,
    valid: true,
  }));

export async function w1(): Promise<Line[]> {
  const { script, config, gzip, map } = await measure();
  const total = script + config;
  return [
    {
      id: 'W1',
      ours: `${bytes(total)} in 2 requests`,
      peer: 'the lines below',
      floor: bytes(W1_FLOOR),
      ratio: total / W1_FLOOR,
      goal: `at most ${bytes(W1_GOAL)}`,
      met: total <= W1_GOAL,
      valid: true,
    },
    ...besidePeers(gzip),
    {
      id: 'W1 map',
      ours: `${bytes(map)} gzip, on demand`,
      peer: '',
      floor: '',
      ratio: null,
      goal: `at most ${bytes(MAP_GOAL)}`,
      met: map <= MAP_GOAL,
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
