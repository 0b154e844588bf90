import { describe, expect, it } from 'vitest';
import { readHits, searchUrl } from './geocoder-answers.ts';

const HIT = { street: '640 Mill St', city: 'Boise', state: 'ID', zip: '83702', lat: 43.61, lon: -116.2 };
const LABEL = '640 Mill St, Boise, ID 83702';

const photon = (given: object = {}, coordinates: unknown = [-116.2, 43.61]) => ({
  features: [
    {
      geometry: { coordinates },
      properties: {
        housenumber: '640',
        street: 'Mill St',
        city: 'Boise',
        state: 'Idaho',
        postcode: '83702-1200',
        countrycode: 'US',
        ...given,
      },
    },
  ],
});

const nominatim = (address: object = {}) => [
  {
    lat: '43.61',
    lon: '-116.2',
    address: {
      house_number: '640',
      road: 'Mill St',
      town: 'Boise',
      state: 'Idaho',
      postcode: '83702',
      country_code: 'us',
      ...address,
    },
  },
];

describe('a geocoder’s response', () => {
  it('becomes street addresses with ZIPs and coordinates', () => {
    expect(readHits('photon', photon())).toEqual([{ label: LABEL, ...HIT }]);
    expect(readHits('nominatim', nominatim())).toEqual([{ label: LABEL, ...HIT }]);
    const census = {
      result: {
        addressMatches: [
          {
            matchedAddress: '640 MILL ST, BOISE, ID, 83702',
            coordinates: { x: -116.2, y: 43.61 },
            addressComponents: { city: 'BOISE', state: 'ID', zip: '83702' },
          },
        ],
      },
    };
    expect(readHits('census', census)).toEqual([{ label: LABEL, ...HIT }]);
  });

  it('is reduced to US places with a street, city and ZIP', () => {
    for (const given of [{ countrycode: 'CA' }, { street: undefined }, { city: undefined }, { postcode: undefined }])
      expect({ given, hits: readHits('photon', photon(given)) }).toEqual({ given, hits: [] });
    expect(readHits('photon', photon({ state: 'Ontario' }))).toEqual([]);
    expect(readHits('nominatim', nominatim({ country_code: 'mx' }))).toEqual([]);
  });

  it('includes the territories', () => {
    const [hit] = readHits(
      'photon',
      photon({ countrycode: 'PR', state: undefined, postcode: '00901', city: 'San Juan' }),
    );
    expect(hit?.label).toBe('640 Mill St, San Juan, PR 00901');
  });

  it('is rejected if its format is unexpected', () => {
    expect(() => readHits('photon', { features: 'many' })).toThrow(/Invalid input|Too big/);
    expect(() => readHits('photon', photon({}, [500, 43]))).toThrow(/Invalid input|Too big/);
    expect(() => readHits('census', {})).toThrow(/Invalid input|Too big/);
  });

  it('contains each street address once', () => {
    expect(readHits('nominatim', [...nominatim(), ...nominatim()])).toHaveLength(1);
  });
});

it('searchUrl escapes the query', () => {
  expect(searchUrl('photon', 'https://geo.test', '1 A&b=c#', 8)).toBe(
    'https://geo.test/api?q=1+A%26b%3Dc%23&limit=8&lang=en',
  );
});
