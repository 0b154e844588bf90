import { expect, it } from 'vitest';
import { LOTS } from '../../../../sandbox/map/neighborhood.ts';
import { sandboxUnderTest } from '../../../../sandbox/testing/sandbox-under-test.ts';
import { createGeocoder } from '../../platform/geocoder/geocoder.ts';
import { findAddresses } from './find-addresses.ts';

const STREET = '120 Sandbox Ln, Boise, ID 83702';

async function search() {
  const sandbox = await sandboxUnderTest();
  let at = 0;
  const findStreets = createGeocoder(
    {
      config: {
        GEOCODER_URL: `${sandbox.url}/geocoder`,
        GEOCODER_KIND: 'photon',
        PUBLIC_URL: 'http://picket.test',
        PRODUCT_NAME: 'Picket',
      },
      logger: { warn: () => undefined },
    },
    () => at,
  );
  const labels = async (query: string) =>
    (await findAddresses({ findStreets, kind: 'photon' }, query)).items.map(({ label }) => label);
  return { sandbox, labels, findStreets, wait: (ms: number) => (at += ms) };
}

it('finds a street address by its house number, with its parts and coordinates', async () => {
  const { findStreets } = await search();
  const { items, complete, credit } = await findAddresses({ findStreets, kind: 'photon' }, '120 sandbox lane');
  expect(credit).toBe('Addresses: © OpenStreetMap contributors');
  expect(items).toEqual([
    {
      label: STREET,
      street: '120 Sandbox Ln',
      city: 'Boise',
      state: 'ID',
      zip: '83702',
      lat: expect.closeTo(43.615, 2) as number,
      lon: expect.closeTo(-116.2, 1) as number,
    },
  ]);
  expect(complete).toBe(true);
});

it('suggests at most eight addresses for a street without a number', async () => {
  const { labels } = await search();
  const found = await labels('Sandbox Ln');
  expect(found).toHaveLength(8);
  expect(found[0]).toContain('Sandbox Ln, Boise, ID 83702');
});

it('finds towns and ZIPs in the bundled tables, without a request', async () => {
  const { sandbox, labels } = await search();
  sandbox.faults.set('geocoder', 'http500', 1);
  expect((await labels('boise'))[0]).toBe('Boise, ID');
  expect((await labels('83702'))[0]).toBe('Boise, ID 83702');
  expect(sandbox.faults.show().geocoder).toEqual({ mode: 'http500', count: 1 });
});

it('suggests the town at the end of the text if the geocoder fails', async () => {
  const { sandbox, findStreets } = await search();
  for (const mode of ['http500', 'http429', 'hang_up', 'timeout'] as const) {
    sandbox.faults.set('geocoder', mode, 1);
    const { items, complete } = await findAddresses(
      { findStreets, kind: 'photon' },
      `${mode.length} Elm St, Boise, ID 83702`,
    );
    expect({ mode, items: items.map(({ label }) => label) }).toEqual({ mode, items: ['Boise, ID 83702'] });
    expect(complete).toBe(false);
  }
});

it('caches a result for the next search', async () => {
  const { sandbox, labels } = await search();
  expect(await labels('120 Sandbox Ln')).toEqual([STREET]);
  sandbox.faults.set('geocoder', 'http500', null);
  expect(await labels('  120 sandbox  ln')).toEqual([STREET]);
});

it('pauses requests to the geocoder for five seconds after three failures', async () => {
  const { sandbox, labels, wait } = await search();
  sandbox.faults.set('geocoder', 'http500', 3);
  for (const number of [100, 101, 102]) expect(await labels(`${number} Sandbox Ln`)).toEqual([]);
  expect(await labels('120 Sandbox Ln')).toEqual([]);
  wait(5_000);
  expect(await labels('120 Sandbox Ln')).toEqual([STREET]);
});

it('has 184 ft of fence around each lot of the sandbox neighborhood', () => {
  for (const { fence } of LOTS) {
    const feet = fence
      .slice(1)
      .map(([x, y], index) => Math.hypot(x - (fence[index]?.[0] ?? 0), y - (fence[index]?.[1] ?? 0)))
      .reduce((sum, each) => sum + each, 0);
    expect(feet).toBe(184);
  }
});
