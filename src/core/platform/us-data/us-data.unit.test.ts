import { describe, expect, it } from 'vitest';
import { parsePhone } from '#shared/primitives/phone.ts';
import leads from '../../../../scripts/data/sample-leads.json' with { type: 'json' };
import cases from '../../../../test/cases/places.json' with { type: 'json' };
import {
  areaCode,
  describePhoneProblem,
  findZip,
  isTextable,
  loadAreaCodes,
  loadTextHours,
  loadSmsKeywords,
  placeOf,
  searchPlaces,
  stateIn,
  zipsBeginning,
} from './index.ts';

const companyZone = 'America/Chicago';

describe('the tables', () => {
  it('are complete: 52 rows of texting hours, 373 area codes, 41,886 ZIPs', () => {
    expect(Object.keys(loadTextHours().states)).toHaveLength(52);
    expect(Object.keys(loadAreaCodes().codes)).toHaveLength(373);
    expect([...zipsBeginning()]).toHaveLength(41_886);
    expect(loadSmsKeywords().examples).toHaveLength(64);
  });

  it('C14 have texting hours for the state of every ZIP and area code', () => {
    const states = new Set(Object.keys(loadTextHours().states));
    for (const { state } of [...zipsBeginning(), ...Object.values(loadAreaCodes().codes)])
      expect(states.has(state)).toBe(true);
  });

  it('contain only existing time zones', () => {
    for (const zone of new Set([...zipsBeginning()].flatMap((zip) => [zip.zone, ...zip.also])))
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow();
  });
});

describe('a ZIP', () => {
  it('has a city, a state and a zone', () => {
    expect(findZip('83642')).toEqual({ zip: '83642', city: 'Meridian', state: 'ID', zone: 'America/Boise', also: [] });
    expect(findZip('32320')?.also).toEqual(['America/Chicago']);
  });

  it('is unknown if it is military, in an unserved territory, or invalid', () => {
    for (const zip of ['09001', '96201', '96910', '00801', '00000', '99999', 'abc'])
      expect(findZip(zip)).toBeUndefined();
  });
});

describe('C16 placeOf', () => {
  const located = (lead: { zip?: string | null; address?: string; phone?: string }) =>
    placeOf({ zip: null, address: null, phone: null, companyZone, ...lead });

  it('uses the ZIP’s zone, and also applies the phone’s zone and state', () => {
    expect(located({ zip: '83642', phone: '+12065550101' })).toEqual({
      place: { zones: ['America/Boise', 'America/Los_Angeles'], states: ['ID', 'WA'] },
      zone: 'America/Boise',
    });
  });

  it('applies both zones near a zone border', () => {
    expect(located({ zip: '32320' }).place.zones).toEqual(['America/New_York', 'America/Chicago']);
  });

  it.each(['118 Larkmeadow Ct, Los Angeles, CA 90012', 'los angeles 90012-1234, usa', 'Los Angeles CA 90012.'])(
    'finds a ZIP that is only in the address: %s',
    (address) => {
      expect(located({ address, phone: '+12125550172' })).toEqual({
        place: { zones: ['America/Los_Angeles', 'America/New_York'], states: ['CA', 'NY'] },
        zone: 'America/Los_Angeles',
      });
    },
  );

  it('applies both states if the ZIP and the address disagree', () => {
    expect(located({ zip: '83642', address: '1 A St, Austin, TX 78701' }).place).toEqual({
      zones: ['America/Boise', 'America/Chicago'],
      states: ['ID', 'TX'],
    });
    expect(located({ zip: '10001', address: '1 A St, Denver, CO' }).place.zones).toContain('America/Denver');
  });

  it.each(['12 Elm St, Nashville, TN', '12 Elm St, Nashville, tn 37000', 'Nashville, Tennessee, United States'])(
    'applies all zones of a state without a known ZIP: %s',
    (address) => {
      const { place, zone } = located({ address, phone: '+12125550172' });
      expect(place.zones).toEqual(expect.arrayContaining(['America/Chicago', 'America/New_York']));
      expect(place.states).toEqual(['TN', 'NY']);
      expect(zone).toBe('America/Chicago');
    },
  );

  it.each(['12 Elm St, Los Angeles CA', '12 Elm St Los Angeles California.', 'los angeles ca'])(
    'finds the state after a city without a comma: %s',
    (address) => {
      expect(located({ address, phone: '+12125550172' })).toEqual({
        place: { zones: ['America/Los_Angeles', 'America/New_York'], states: ['CA', 'NY'] },
        zone: 'America/Los_Angeles',
      });
    },
  );

  it.each(['12 Bourbon St New Orleans LA', '7 Elm St, New Orleans LA'])(
    'reads LA after its city as Louisiana: %s',
    (address) => {
      expect(located({ address }).place.states).toEqual(['LA']);
    },
  );

  it.each([
    { address: 'Unit 4, 99999', zip: null },
    { address: '12 Elm St', zip: '96910' },
  ])('doesn’t rely on the phone alone if the ZIP is unknown: $address $zip', (job) => {
    const { place, zone } = located({ ...job, phone: '+12125550172' });
    expect(place).toEqual({ zones: [], states: ['NY'] });
    expect(zone).toBe('America/New_York');
  });

  it.each([
    ' ',
    '12 Elm St',
    'Springfield',
    '118 Larkmeadow Ct',
    '12 Windsor Ct',
    'New York',
    '9 K Street, Washington',
    'Call 2085583702',
  ])('uses the area code without a ZIP and state: %s', (address) => {
    expect(located({ address, phone: '+12085550101' })).toEqual({
      place: { zones: ['America/Boise', 'America/Los_Angeles'], states: ['ID'] },
      zone: 'America/Boise',
    });
  });

  it('falls back to the company’s zone for the send time, and to no zone for texting hours', () => {
    expect(located({})).toEqual({ place: { zones: [], states: [] }, zone: companyZone });
    expect(located({ zip: '00000', phone: '+12085550101' }).place.zones).toEqual([]);
  });

  it('finds the expected zone of each sample lead', () => {
    for (const { zip, address, phone, timeZone } of leads.leads) {
      const lead = { zip, address, phone: phone ?? null, companyZone };
      expect(placeOf(lead).zone).toBe(timeZone);
      expect(placeOf({ ...lead, zip: null })).toEqual(placeOf(lead));
    }
  });
});

describe('stateIn', () => {
  it('returns the state of the first address that has one', () => {
    expect(stateIn(null, '12 Elm St', '640 Mill St, Boise, ID 83702', 'Austin, TX 78701')).toBe('ID');
    expect(stateIn('Los Angeles, CA', 'Austin, TX 78701')).toBe('CA');
    expect(stateIn('12 Elm St')).toBeNull();
  });
});

describe('phones', () => {
  it('of the states, DC and Puerto Rico can be texted, including the newest area codes', () => {
    for (const phone of ['+12085550172', '+12025550101', '+17875550101', '+13575550101', '+19245550101'])
      expect(describePhoneProblem(phone)).toBeNull();
    expect(areaCode('+12085550172')).toMatchObject({ state: 'ID', zones: ['America/Boise', 'America/Los_Angeles'] });
  });

  it.each([
    ['+18005550101', 'toll-free'],
    ['+19005550101', 'premium-rate'],
    ['+15005550101', 'personal'],
    ['+14165550101', '50 states'],
    ['+16715550101', '50 states'],
    ['+16005550101', '50 states'],
    ['+17105550101', '710 isn’t a US area code'],
    ['+19995550101', '999 isn’t a US area code'],
    ['+442079460000', 'isn’t a US phone number'],
    ['', 'isn’t a US phone number'],
  ])('%s can’t be texted: %s', (phone, why) => {
    expect(describePhoneProblem(phone)).toContain(why);
    expect(isTextable(phone)).toBe(false);
  });

  it('with any listed area code are accepted by parsePhone', () => {
    for (const code of Object.keys(loadAreaCodes().codes))
      expect(parsePhone(`${code}5550172`)).toBe(`+1${code}5550172`);
  });
});

describe('spec:9.21 US-only address search', () => {
  const labels = (query: string) => searchPlaces(query).map(({ label }) => label);

  it('finds cities by prefix, sorted by number of ZIPs', () => {
    expect(labels('boi')[0]).toBe('Boise, ID');
    expect(labels('Boise, I')[0]).toBe('Boise, ID');
    expect(labels('portland')[0]).toBe('Portland, OR');
    expect(labels('portland me')).toEqual(['Portland, ME']);
  });

  it('expands st, mt and ft to Saint, Mount and Fort', () => {
    expect(labels('St. Louis, MO')).toEqual(['Saint Louis, MO']);
    expect(labels('ft wor')[0]).toBe('Fort Worth, TX');
    expect(labels('mt ple')).toContain('Mount Pleasant, SC');
    expect(labels('st')).toContain('Stockton, CA');
  });

  it.each([
    ['Boise, Idaho', 'Boise, ID'],
    ['boise idaho', 'Boise, ID'],
    ['New York City', 'New York, NY'],
    ['new york city, ny', 'New York, NY'],
    ['N Las Vegas', 'North Las Vegas, NV'],
    ['no. las vegas nevada', 'North Las Vegas, NV'],
    ['O’Fallon, MO', 'O’Fallon, MO'],
    ["o'fallon mo", 'O’Fallon, MO'],
    ['O Fallon, Missouri', 'O’Fallon, MO'],
    ['E. Chicago, IN', 'East Chicago, IN'],
    ['Coeur d’Alene', "Coeur d'Alene, ID"],
    ['coeur dalene idaho', "Coeur d'Alene, ID"],
    ['Sault Ste. Marie, Michigan', 'Sault Sainte Marie, MI'],
    ['Ft. Collins, Colorado', 'Fort Collins, CO'],
    ['st paul minnesota', 'Saint Paul, MN'],
    ['S. Bend, Ind', 'South Bend, IN'],
    ['W Palm Beach', 'West Palm Beach, FL'],
    ['McAllister, MT', 'Mc Allister, MT'],
    ['Portland, Ore', 'Portland, OR'],
    ['washington, d.c.', 'Washington, DC'],
  ])('finds %s as %s', (query, label) => expect(labels(query)[0]).toBe(label));

  it('finds every place of the cases from outside', () => {
    for (const [query, label] of cases.cases) expect([query, labels(query ?? '')[0]]).toEqual([query, label]);
  });

  it('finds every city with its state’s code or name, in any case and without apostrophes and spaces', () => {
    const states = Object.entries(loadTextHours().states);
    const zips = [...zipsBeginning()];
    for (const [code, { name }] of states) {
      const [zip] = zips.filter(({ state }) => state === code).slice(40);
      if (!zip) continue;
      const { city } = zip;
      const said = [
        `${city}, ${name}`,
        `${city} ${code}`.toUpperCase(),
        `${city.replaceAll(/['’]/g, '')}, ${code.toLowerCase()}`,
      ];
      for (const query of said)
        expect([
          query,
          searchPlaces(query, 100).some((hit) => hit.state === code && hit.city.replace('O’', 'O ') === city),
        ]).toEqual([query, true]);
    }
  });

  it('finds a ZIP by prefix, or at the end of an address', () => {
    expect(searchPlaces('83642')).toEqual([
      { label: 'Meridian, ID 83642', city: 'Meridian', state: 'ID', zip: '83642' },
    ]);
    expect(labels('8364')).toHaveLength(8);
    expect(labels('118 Larkmeadow Ct, Columbus, OH 43215')).toEqual(['Columbus, OH 43215']);
  });

  it('returns a city’s ZIP if there’s only one, at most `limit` results, and none for one letter or nonsense', () => {
    expect(searchPlaces('saint louis mi')[0]?.zip).toBe('48880');
    expect(searchPlaces('boise id')[0]?.zip).toBe('');
    expect(searchPlaces('san', 3)).toHaveLength(3);
    expect([...labels('b'), ...labels(''), ...labels('qqqq'), ...labels('Toronto, ON')]).toEqual([]);
  });
});
