import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGES, messageTemplateSchema } from './follow-ups.schema.ts';
import { fillTags, findUnknownTags, hasOffer, TAGS, type TagValues } from './tags.rules.ts';

const full: TagValues = {
  name: 'Dana Whitfield',
  address: '12 Elm St',
  totalFeet: 184,
  estimateCents: 354_208,
  offer: '10% off',
  offerEnds: 'Nov 19, 2026',
};
const none: TagValues = {
  name: null,
  address: null,
  totalFeet: null,
  estimateCents: null,
  offer: null,
  offerEnds: null,
};

const plainText = fc.string().map((text) => text.replace(/[{}]/g, ''));
const template = fc
  .array(
    fc.oneof(
      plainText,
      fc.constantFrom(...TAGS).map((tag) => `{{${tag}}}`),
      fc.constantFrom('{{ name }}', '{{total_feet}} ft', '({{total_feet}})'),
    ),
  )
  .map((parts) => parts.join(' '));
const values: fc.Arbitrary<TagValues> = fc.record({
  name: fc.option(plainText),
  address: fc.option(plainText),
  totalFeet: fc.option(fc.integer({ min: 1, max: 10_000_000 }).map((n) => n / 100)),
  estimateCents: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
  offer: fc.option(fc.constant('10% off')),
  offerEnds: fc.option(fc.constant('Nov 19, 2026')),
});

describe('spec:9.16 spec:9.17 tags', () => {
  it('fill the default messages', () => {
    expect(DEFAULT_MESSAGES.map((message) => fillTags(message, full))).toEqual([
      'Hi Dana, checking in on the 184 ft of fence for 12 Elm St. Does $3,542.08 work for you? Any questions, just reply here.',
      'Hi Dana, still thinking about the fence for 12 Elm St? We are happy to change the material or the gates and work out a new price. Just reply here.',
      'Hi Dana, a last reminder about the fence for 12 Elm St: schedule this week and take 10% off $3,542.08, good through Nov 19, 2026.',
    ]);
  });

  it('leave readable sentences if every value is missing', () => {
    expect(DEFAULT_MESSAGES.map((message) => fillTags(message, { ...none, offer: '10% off' }))).toEqual([
      'Hi there, checking in on the fence for your property. Does your estimate work for you? Any questions, just reply here.',
      'Hi there, still thinking about the fence for your property? We are happy to change the material or the gates and work out a new price. Just reply here.',
      'Hi there, a last reminder about the fence for your property: schedule this week and take 10% off your estimate.',
    ]);
  });

  it.each([
    [
      "Hi {{name}}, it's Dale. Any questions on the {{total_feet}} ft for {{address}}?",
      "Hi there, it's Dale. Any questions for your property?",
    ],
    ['Your fence ({{total_feet}}) is ready to schedule.', 'Your fence is ready to schedule.'],
    ['Your fence: {{total_feet}}.', 'Your fence.'],
    [
      'Estimate for {{address}}: {{total_feet}} of fence for {{estimate_amount}}.',
      'Estimate for your property: fence for your estimate.',
    ],
    ['We can start the {{total_feet}} fence next week.', 'We can start the fence next week.'],
    ['{{total_feet}} of fence, as agreed.', 'fence, as agreed.'],
    ['Take 10% off until {{offer_ends}}!', 'Take 10% off!'],
    ['Offer ends {{offer_ends}}. Call us.', 'Offer. Call us.'],
  ])('close gaps around missing values: %s', (written, sent) => {
    expect(fillTags(written, none)).toBe(sent);
  });

  it.each([
    ['Hi {{name}}. See your estimate: {{estimate_link}}', 'Hi there.'],
    ['See it here: {{estimate_link}}. Any questions, just reply.', 'Any questions, just reply.'],
    ['Hi {{name}}, see it here: {{ estimate_link }} Questions? Reply.', 'Questions? Reply.'],
    ['Open {{estimate_link}} or call us. Thanks!', 'Thanks!'],
    ['Thanks!\n\nYour estimate:\n{{estimate_link}}\n\nDale', 'Thanks!\n\nDale'],
    // The link's sentence is the entire message, so it isn't removed.
    ['Hi {{name}}, your estimate is here: {{estimate_link}}', 'Hi there, your estimate is here'],
  ])('omit a sentence whose link is missing: %s', (written, sent) => {
    expect(fillTags(written, none)).toBe(sent);
  });

  it('insert the link unchanged', () => {
    const estimateLink = 'https://picket.test/e/4fGh7Kq2LmNp9RsT';
    expect(fillTags('See {{estimate_link}}. Bye', { ...full, estimateLink })).toBe(`See ${estimateLink}. Bye`);
  });

  it('show the unit of feet once, as the contractor wrote it', () => {
    expect(fillTags('{{total_feet}}', full)).toBe('184 ft');
    expect(fillTags('{{total_feet}} ft, {{total_feet}} feet, a {{total_feet}}-foot fence', full)).toBe(
      '184 ft, 184 feet, a 184-foot fence',
    );
  });

  it('keep the contractor’s spaces and lines if nothing is missing', () => {
    expect(fillTags('Hi {{name}},\n\n  see you  soon !', full)).toBe('Hi Dana,\n\n  see you  soon !');
  });
});

describe('values are inserted as text', () => {
  it('never expand tags', () => {
    const nested = fillTags('Hi {{name}}, {{address}}', {
      ...full,
      name: '{{address}}',
      address: '{{estimate_amount}} {{name}}',
    });
    expect(nested).toBe('Hi {{address}}, {{estimate_amount}} {{name}}');
    fc.assert(
      fc.property(fc.constantFrom(...TAGS), fc.constantFrom(...TAGS), (inName, inAddress) => {
        const filled = fillTags('{{name}}|{{address}}', {
          ...full,
          name: `{{${inName}}}`,
          address: `{{${inAddress}}}`,
        });
        expect(filled).toBe(`{{${inName}}}|{{${inAddress}}}`);
      }),
    );
  });

  it('contain no visitor’s link: a name or address with a link counts as missing', () => {
    const filled = (name: string, address: string) => fillTags('Hi {{name}}, {{address}}', { ...full, name, address });
    for (const link of ['http://evil.example', 'evil.com', 'bit.ly/x1', 'www.evil', 'WIN.EVIL.XYZ', 'a.page/login'])
      expect(filled(link, `12 Elm St ${link}`)).toBe('Hi there, your property');
    expect(filled('J.R. Ewing', '12 St. Mary Ave. Apt. 4, Coeur d’Alene')).toBe(
      'Hi J.R., 12 St. Mary Ave. Apt. 4, Coeur d’Alene',
    );
    expect(filled('W'.repeat(41), '1 Elm St.')).toBe('Hi there, 1 Elm St.');
  });

  it('leave no tag in the message', () => {
    fc.assert(
      fc.property(template, values, (text, given) => {
        expect(fillTags(text, given)).not.toContain('{{');
        expect(fillTags(text, given)).not.toContain('\uE000');
      }),
    );
  });

  it('contain no line break or control character in a name or address', () => {
    expect(fillTags('{{address}}', { ...full, address: '12 Elm St\r\nBcc: x@example\u2028next' })).toBe(
      '12 Elm St Bcc: x@example next',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, address) => {
        expect(fillTags('{{name}} {{address}}', { ...full, name, address })).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });

  it('insert $ signs literally', () => {
    expect(fillTags('{{address}}', { ...full, address: "$& $1 $' cash" })).toBe("$& $1 $' cash");
  });
});

describe('unknown tags', () => {
  it('are named as written, each once', () => {
    expect(findUnknownTags('{{name}} {{amount}} {{ Name }} {{amount}} {{}}')).toEqual([
      '{{amount}}',
      '{{ Name }}',
      '{{}}',
    ]);
    expect(findUnknownTags('Hi {{name}, {{ address }} and {address} or total_feet}}')).toEqual([
      '{{name}',
      '{address}',
      'or total_feet}}',
    ]);
    expect(findUnknownTags('{{name}} {{ address }} {{total_feet}} {{estimate_amount}} {{offer_ends}} {ok}')).toEqual(
      [],
    );
    expect(findUnknownTags('{{estimate_link}}')).toEqual([]);
    expect(findUnknownTags('{{balance}}')).toEqual(['{{balance}}']);
  });

  it('are refused when a template is saved, and named in the error', () => {
    const refused = messageTemplateSchema.safeParse('Hi {{first_name}}');
    expect(refused.error?.issues[0]?.message).toContain('Unknown tag: {{first_name}}');
    for (const message of DEFAULT_MESSAGES) expect(messageTemplateSchema.parse(message)).toBe(message);
  });

  it('are found in linear time', () => {
    const hostile = `{{${' '.repeat(1_590)}`;
    // CPU time, because other processes can slow this one down
    const started = process.cpuUsage();
    for (let turn = 0; turn < 100; turn += 1) findUnknownTags(hostile);
    expect(process.cpuUsage(started).user).toBeLessThan(500_000);
  });
});

describe('C30 the offer', () => {
  it('is made only by the third default message', () => {
    expect(DEFAULT_MESSAGES.map(hasOffer)).toEqual([false, false, true]);
    expect(hasOffer('until {{ offer_ends }}')).toBe(true);
  });
});
