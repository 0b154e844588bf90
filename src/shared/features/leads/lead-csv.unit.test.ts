import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, localDate } from '../../primitives/local-date.ts';
import { cellsOf } from './lead-csv.cells.ts';
import { COLUMN_LABELS, LEAD_COLUMNS, missingColumns } from './lead-csv.known-columns.ts';
import { parseDay } from './lead-csv.days.ts';
import { findHeading, recognizeColumns } from './lead-csv.recognize-columns.ts';
import { readLeadRow } from './lead-csv.rows.ts';
import { bareCell, decodeCsv, readCsv, safeCell, writeCsv } from './lead-csv.file.ts';

const today = localDate('2026-11-16');
const bytes = (text: string, encoding: 'utf8' | 'utf16le' | 'latin1') => new Uint8Array(Buffer.from(text, encoding));

describe('a file', () => {
  test('is read in UTF-8, UTF-16 and Windows-1252, with and without a byte order mark', () => {
    const text = 'Name,Email\nRenée Peña,renee@example.com\n';
    for (const [encoding, mark] of [
      ['utf8', ''],
      ['utf8', '\uFEFF'],
      ['utf16le', ''],
      ['utf16le', '\uFEFF'],
      ['latin1', ''],
    ] as const)
      expect(readCsv(decodeCsv(bytes(mark + text, encoding)))).toEqual(readCsv(text));
    const bigEndian = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
    expect(readCsv(decodeCsv(bigEndian))).toEqual(readCsv(text));
    expect(readCsv(text).rows).toEqual([{ number: 2, cells: ['Renée Peña', 'renee@example.com'] }]);
  });

  test.each([',', ';', '\t', '|'])(
    'separated by %j is read, with quoted line breaks and row numbers as shown',
    (by) => {
      const lines = [
        ['Name', 'Notes'],
        ['Ann', `"a, b; c | d\r\n""two"""`],
        ['', ''],
        ['Bo', '9'],
      ];
      const text = lines.map((cells) => cells.join(by)).join('\r\n');
      expect(readCsv(text)).toMatchObject({
        head: ['Name', 'Notes'],
        rows: [
          { number: 2, cells: ['Ann', 'a, b; c | d\n"two"'] },
          { number: 4, cells: ['Bo', '9'] },
        ],
      });
    },
  );

  test('a "sep=" line is applied, and an empty file is refused', () => {
    expect(readCsv('sep=;\nName;Email\nAnn;a,b')).toMatchObject({
      head: ['Name', 'Email'],
      rows: [{ number: 3, cells: ['Ann', 'a,b'] }],
    });
    expect(readCsv('\uFEFF \n\n')).toEqual({ head: [], headNumber: null, rows: [], lines: [] });
  });

  test('separators within quoted cells don’t count', () => {
    const odd = [
      [['', ';",;;', ';']],
      [
        ['', '', '";'],
        ['|', ';;;a', ''],
      ],
    ];
    for (const rows of odd)
      expect(readCsv(writeCsv([['A', 'B', 'C'], ...rows])).rows.map(({ cells }) => cells)).toEqual(rows);
  });

  test('any export can be read back, and no cell runs as a formula', () => {
    const part = (...texts: string[]) => fc.constantFrom('', ...texts);
    const risky = fc.tuple(part("'", "''"), part('=', '+', '-', '@', '\t'), part('"', ';', ',', '\n', '|', 'x'));
    const cell = fc.oneof(
      fc.string({
        unit: fc.constantFrom(...'aZ9 \t\n\r"\'=+-@,;|'.split(''), '\u0000', 'é', '\uFEFF', '😀', '\u2028'),
      }),
      risky.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const clean = rows.map((cells) => cells.map((text) => text.toWellFormed().replaceAll(/\r\n?/g, '\n')));
        const filled = clean.filter((cells) => cells.some((text) => text.trim() !== ''));
        const text = writeCsv([['A', 'B', 'C'], ...filled]);
        expect(readCsv(text).rows.map(({ cells }) => cells)).toEqual(filled);
      }),
      { numRuns: 60 },
    );
    for (const start of ['=1+1', '+1', '-1', '@x', '\tx', '\rx', "'=x"]) expect(safeCell(start)).toBe(`'${start}`);
  });

  test('every cell is quoted, and programs with other separators or no quoting see no formula', () => {
    const address = "12 Elm;=cmd|' /C calc'!A0;";
    expect(writeCsv([['Dana', address, '']])).toBe(`"Dana","12 Elm;'=cmd|' /C calc'!A0;",""\r\n`);
    const part = fc.constantFrom(...`=+-@＝＋－＠,;|\t\n\r"' \u00a0\u200bxé1`.split(''));
    const cell = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1 }), (rows) => {
        const text = writeCsv(rows);
        for (const by of [/[,\r\n]/, /[;\r\n]/, /[\t\r\n]/, /[|\r\n]/])
          for (const piece of text.split(by)) expect(piece).not.toMatch(/^["\s\u200b]*[=+\-@＝＋－＠]/);
        for (const cells of rows) expect(cells.map((one) => bareCell(safeCell(one)))).toEqual(cells);
      }),
      { numRuns: 300 },
    );
  });

  test('a cell full of apostrophes or formula characters takes no longer than any other', () => {
    for (const odd of ["'", '"', '=', ";'", "'="]) {
      const long = odd.repeat(300_000 / odd.length);
      const start = performance.now();
      expect(bareCell(safeCell(long))).toBe(long);
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });
});

describe('columns', () => {
  test('are recognized by our names and other programs’ names, each once', () => {
    const own = recognizeColumns(COLUMN_LABELS);
    expect(Object.values(own).map((sources) => sources.map(({ at }) => at))).toEqual(
      COLUMN_LABELS.map((_label, index) => [index]),
    );
    const heads = [
      'Customer Name',
      'E-mail Address',
      'Mobile #',
      'Street Address',
      'City',
      'State',
      'Zip Code',
      'Linear Feet',
      'Shoe size',
    ];
    const mapping = recognizeColumns([...heads, 'Date Created']);
    expect(Object.fromEntries(Object.entries(mapping).map(([id, sources]) => [id, sources[0]?.at]))).toEqual({
      name: 0,
      email: 1,
      phone: 2,
      address: 3,
      city: 4,
      state: 5,
      zip: 6,
      perimeter: 7,
      added: 9,
    });
    expect(missingColumns(mapping)).toBeNull();
    expect(missingColumns({ lastName: [{ at: 0, place: '' }] })).toContain('email');
    expect(missingColumns({})).toContain('names');
    expect(missingColumns({ email: [{ at: 0, place: '' }] })).toBeNull();
  });
});

const row = (text: string) => {
  const { head, rows } = readCsv(text);
  return readLeadRow(cellsOf(rows[0]?.cells ?? [], recognizeColumns(head)), today);
};

describe('a row', () => {
  test('becomes a lead, with values in common notations', () => {
    const read = row(
      'First,Last,Email,Phone,Street,City,State,ZIP,Feet,Gates,Quote,Status,SMS consent,Consent date,Date\n' +
        'Dana,Whitfield,DANA@Example.com,208.555.0172,118 Larkmeadow Ct,Boise,ID,2134,"1,184.5 ft",2,"$3,542.08",Closed - Won,Verbal,11/6/26,"Nov 3, 2026 10:00 AM"',
    );
    expect(read).toEqual({
      row: {
        name: 'Dana Whitfield',
        email: 'dana@example.com',
        phone: '+12085550172',
        address: '118 Larkmeadow Ct, Boise, ID',
        zip: '02134',
        perimeter: 1184.5,
        gateCount: 2,
        material: null,
        quoteCents: 354_208,
        notes: '',
        status: 'contacted',
        outcome: 'won',
        consent: { method: 'verbal', day: '2026-11-06' },
        added: '2026-11-03',
      },
      left: {},
    });
  });

  test.each([
    ['Won', 'won'],
    ['Sold', 'won'],
    ['closed - sold', 'won'],
    ['Hired', 'won'],
    ['Closed Lost', 'lost'],
    ['Contacted', null],
  ])('with the status %j has the outcome %j', (status, outcome) => {
    expect(row(`Name,Email,Status\nAnn,ann@example.com,${status}`)).toMatchObject({
      row: { status: 'contacted', outcome },
    });
  });

  test('without an email or phone says how to fix it', () => {
    expect(row('Name,Email,Phone\nAnn,dana@,12')).toEqual({
      fields: {
        email: 'Enter an email address, such as dana@example.com',
        phone: 'Enter a US phone number, such as (208) 555-0172',
      },
    });
    expect(row('Name,Email,Phone\nAnn,N/A,-')).toEqual({
      fields: { email: expect.stringContaining('or a phone') as string },
    });
  });

  test('is never left out because of another cell: what can’t be read goes to the notes', () => {
    const read = row(
      'Name,Email,Phone,ZIP,Feet,Gates,Price,Consent,Consent date,Date,Notes\n' +
        'Ann,ann@example.com,12,ABC,-5,1.5,-3,constructor,2026-11-17,13/45/2026,Side gate',
    );
    expect(read).toMatchObject({
      row: { phone: null, zip: null, perimeter: null, gateCount: 0, quoteCents: null, consent: null, added: null },
      left: {
        phone: expect.stringContaining('(208) 555-0172') as string,
        zip: expect.stringContaining('such as 83642') as string,
        perimeter: expect.stringContaining('such as 184') as string,
        gates: expect.stringContaining('from 0 to 100') as string,
        quote: expect.stringContaining('such as 3542.08') as string,
        consent: expect.stringContaining('verbal, paper or written') as string,
        consentDate: expect.stringContaining('in the future') as string,
        added: expect.stringContaining('such as 11/6/2026') as string,
      },
    });
    const notes = 'row' in read ? read.row.notes : '';
    expect(notes).toMatch(/^Side gate\n/);
    for (const cell of ['12', 'ABC', '-5', '1.5', '-3', 'constructor', '2026-11-17', '13/45/2026'])
      expect(notes).toContain(`: ${cell}`);
  });

  test('keeps further values of a cell and of other columns in the notes', () => {
    const read = row(
      'Name,Mobile,Home phone,Work phone,Fax,Email,Email 2\nAnn,,208-555-0101,208-555-0102 x4,208-555-0109,"a@example.com; b@example.com",c@example.com',
    );
    expect(read).toMatchObject({ row: { phone: '+12085550101', email: 'a@example.com' } });
    const notes = 'row' in read ? read.row.notes : '';
    expect(notes).toBe('Also under email: b@example.com, c@example.com\nAlso under phone: 208-555-0102 x4');
  });

  test('has the first filled phone of mobile, home and main, wherever the columns stand, and notes the rest', () => {
    const columns = [
      ['Mobile', '208-555-0101'],
      ['Home Phone', '208-555-0102'],
      ['Main Phone', '208-555-0103'],
    ] as const;
    const places = fc.shuffledSubarray([0, 1, 2] as const, { minLength: 3 });
    const filled = fc.subarray([0, 1, 2], { minLength: 1 });
    fc.assert(
      fc.property(places, filled, (order, full) => {
        const cells = order.map((at) => (full.includes(at) ? columns[at][1] : ''));
        const read = row(`Name,${order.map((at) => columns[at][0]).join(',')}\nAnn,${cells.join(',')}`);
        const [first, ...rest] = full.map((at) => columns[at]?.[1] ?? '');
        if (!('row' in read)) throw new Error('the row was refused');
        expect(read.row.phone).toBe(`+1${first?.replaceAll('-', '')}`);
        for (const number of rest) expect(read.row.notes).toContain(number);
        expect(read.row.notes ?? '').not.toContain(first);
      }),
    );
  });

  test('records no consent if the file doesn’t say how it was given, and says so', () => {
    for (const said of ['Yes', 'TRUE', '1', 'subscribed', 'opted in']) {
      const read = row(`Name,Phone,SMS opt in\nAnn,2085550172,${said}`);
      expect(read).toMatchObject({
        row: { consent: null },
        left: { consent: expect.stringContaining(said) as string },
      });
    }
    expect(row('Name,Phone,SMS opt in\nAnn,2085550172,unsubscribed')).toMatchObject({
      row: { consent: null },
      left: {},
    });
  });

  test('with any cells is read without an error, and nothing that it says is lost', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ9 .,;@/-+()\n\t:x'.split(''), '\u0000', 'é', '😀') });
    const columns = COLUMN_LABELS.filter((label) => label !== 'Email');
    fc.assert(
      fc.property(fc.array(text, { minLength: columns.length, maxLength: columns.length }), (cells) => {
        const csv = writeCsv([
          ['Email', ...columns],
          ['ann@example.com', ...cells],
        ]);
        const { head, rows } = readCsv(csv);
        const read = readLeadRow(cellsOf(rows[0]?.cells ?? [], recognizeColumns(head)), today);
        if (!('row' in read)) throw new Error('the row was left out');
        expect(read.row.email).toBe('ann@example.com');
        expect(read.row.name).not.toBe('');
        for (const [field, why] of Object.entries(read.left)) expect([field, why]).not.toContain('');
      }),
    );
  });

  test('consent counts only with a number to text', () => {
    expect(row('Name,Email,Consent\nAnn,ann@example.com,paper')).toMatchObject({ row: { consent: null } });
    expect(row('Name,Email,Phone,Consent\nAnn,ann@example.com,2085550172,No')).toMatchObject({
      row: { consent: null },
    });
  });
});

test('a date is read in every US spreadsheet format, and never as another day', () => {
  const months = ['January', 'Feb', 'March', 'Apr', 'May', 'June', 'July', 'Aug.', 'Sept', 'Oct', 'Nov', 'December'];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36_000 }), fc.constantFrom('', ' 10:30', ', 9:05 PM'), (days, time) => {
      const date = addDays(localDate('2000-01-01'), days);
      const [year = '', month = '', day = ''] = date.split('-');
      const ways = [
        date,
        `${Number(month)}/${Number(day)}/${year}`,
        `${month}-${day}-${year}`,
        `${months[Number(month) - 1]} ${Number(day)}, ${year}`,
        `${Number(month)}/${Number(day)}/${year.slice(2)}`,
      ];
      for (const way of ways) expect(parseDay(way + time)).toBe(date < '2099-12-31' ? date : parseDay(way));
    }),
  );
  const other: [string, string][] = [
    ['06 Nov 2026', '2026-11-06'],
    ['6-Nov-26', '2026-11-06'],
    ['Friday, November 6, 2026', '2026-11-06'],
    ['Fri Nov 06 2026 10:00:00 GMT-0700 (MST)', '2026-11-06'],
    ['Fri Nov 6 10:00:00 2026', '2026-11-06'],
    ['2026/11/06 7:01:33 PM MST', '2026-11-06'],
    ['2026.11.06', '2026-11-06'],
    ['20261106', '2026-11-06'],
    ['46332', '2026-11-06'],
    ['46332.75', '2026-11-06'],
    ['Nov 6th, 2026', '2026-11-06'],
    ['6th November 2026', '2026-11-06'],
    ['13/11/2026', '2026-11-13'],
    ['Nov-06-2026', '2026-11-06'],
    ['Nov 6, 2026 at 3:15 PM', '2026-11-06'],
    ['Nov. 6, 26', '2026-11-06'],
    ['6 de noviembre de 2026', '2026-11-06'],
    ['1793966400', '2026-11-06'],
    ['1793966400000', '2026-11-06'],
    ['2026-11-06T10:00:00.000Z', '2026-11-06'],
  ];
  for (const [text, right] of other) expect([text, parseDay(text)]).toEqual([text, right]);
  for (const wrong of ['2026-02-30', '31/13/2026', 'soon', '1/2', '0000-01-01', 'Xyz 4, 2026', 'Nov 6', '12345678'])
    expect(parseDay(wrong)).toBeUndefined();
});

test('a file whose text is in one cell, as long as an import accepts, is read at once', () => {
  for (const long of ['x', ' ', '@', ')', '1', ' gates', 'a@', 'a.'].map((part) =>
    part.repeat(300_000 / part.length),
  )) {
    const text = `-${long}-`;
    expect(findHeading(readCsv(text)).lines).toHaveLength(1);
    expect(recognizeColumns(['Column 1'], [{ number: 1, cells: [text] }], true)).toEqual({});
    for (const { id } of LEAD_COLUMNS) {
      const read = readLeadRow({ name: 'Dana', email: 'dana@example.com', [id]: text }, today);
      const expected = id === 'email' ? { fields: {} } : { row: { email: 'dana@example.com' }, left: {} };
      expect(read).toMatchObject(expected);
    }
  }
});

test('a cell that is too long to be a value goes to the notes', () => {
  const address = `118 Larkmeadow Ct, ${'rear '.repeat(500)}Boise`;
  expect(readLeadRow({ name: 'Dana', email: 'dana@example.com', address }, today)).toMatchObject({
    row: { address: null, notes: `Not read under address: ${address}` },
    left: { address: expect.stringMatching(/is in the notes. Use at most 2,000 characters$/) as unknown },
  });
});
