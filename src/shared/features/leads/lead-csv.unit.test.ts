import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, localDate } from '../../primitives/local-date.ts';
import { cellsOf, COLUMN_LABELS, missingColumns, recognizeColumns } from './lead-csv.columns.ts';
import { parseDay, readLeadRow } from './lead-csv.rows.ts';
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
      expect(readCsv(text)).toEqual({
        head: ['Name', 'Notes'],
        rows: [
          { number: 2, cells: ['Ann', 'a, b; c | d\n"two"'] },
          { number: 4, cells: ['Bo', '9'] },
        ],
      });
    },
  );

  test('a "sep=" line is applied, and an empty file is refused', () => {
    expect(readCsv('sep=;\nName;Email\nAnn;a,b')).toEqual({
      head: ['Name', 'Email'],
      rows: [{ number: 3, cells: ['Ann', 'a,b'] }],
    });
    expect(readCsv('\uFEFF \n\n')).toEqual({ head: [], rows: [] });
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
    expect(Object.values(recognizeColumns(COLUMN_LABELS))).toEqual(COLUMN_LABELS.map((_label, index) => index));
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
    expect(mapping).toEqual({
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
    expect(missingColumns({ lastName: 0 })).toContain('email');
    expect(missingColumns({ email: 0 })).toContain('names');
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
    });
  });

  test('that is invalid names the field and how to fix it', () => {
    const read = row('Name,Email,Phone,Feet,Gates,Price,Consent,Date\n ,dana@,12,-5,1.5,-3,constructor,13/45/2026');
    expect(read).toEqual({
      fields: {
        name: 'Enter a name',
        email: 'Enter an email address, such as dana@example.com',
        phone: 'Enter a US phone number, such as (208) 555-0172',
        perimeter: expect.stringContaining('such as 184') as string,
        gates: expect.stringContaining('from 0 to 100') as string,
        quote: 'Enter an amount in dollars, such as 3542.08',
        consent: expect.stringContaining('“verbal,” “paper” or “written”') as string,
        added: 'Enter a date, such as 11/6/2026',
      },
    });
    expect(row('Name,Email,Date\nAnn,ann@example.com,2026-11-17')).toEqual({
      fields: { added: 'This date is in the future' },
    });
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
  for (const wrong of ['2026-02-30', '31/12/2026', 'soon', '1/2', '0000-01-01', 'Xyz 4, 2026'])
    expect(parseDay(wrong)).toBeUndefined();
});
