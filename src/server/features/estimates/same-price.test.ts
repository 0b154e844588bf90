import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readCsv } from '#shared/features/leads/lead-csv.file.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { readFence } from '../../../client/features/estimates/read-fence.rules.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { describedFence, fullBook } from '../../../../test/described-fences.ts';
import { atFullCount } from '../../../../test/suites.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ESTIMATES = atFullCount(300, 5);
/** In a zone of the price book; in a state that limits deposits; in neither. */
const ADDRESSES = [
  '2217 Sagebrush Ln, Boise, ID 83709',
  '12 Alvarado St, Monterey, CA 93940',
  '5 Elm St, Austin, TX 78701',
];
const offer = fc.constantFrom(null, { percent: 12.5, days: 7 }, { amountCents: 43_210, days: 3 });
const described = (wood: string, vinyl: string) =>
  fc.record({
    forms: fc.array(describedFence(wood, vinyl), { minLength: 1, maxLength: 3 }),
    offer,
    address: fc.constantFrom(...ADDRESSES),
    tax: fc.constantFrom({ bps: 633, on: 'fence' as const, text: '' }, { bps: 825, on: 'all' as const, text: '' }),
    ticked: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
  });

const signedSchema = z.object({ totalCents: z.number() });

it(
  'any estimate has one price: in each answer, on the page with and without script, in the CSV, and as signed',
  async () => {
    const company = await app.a.company();
    const wood = await app.a.material(company, { name: 'Cedar' });
    const vinyl = await app.a.material(company, { name: 'Vinyl' });
    const caller = await app.callerFor(company);
    const { version: _version, ...book } = fullBook(wood.id, vinyl.id);
    const page = app.browser().trpc.estimatePage;
    for (const one of fc.sample(described(wood.id, vinyl.id), ESTIMATES)) {
      await sql`delete from rate_limits`.execute(app.deps.system);
      const { version } = (await caller.pricing.get()).book;
      await caller.pricing.updateBook({ book: { ...book, tax: one.tax }, version });
      const lead = await caller.leads.create({
        name: 'Marisol Vega',
        email: `marisol-${crypto.randomUUID()}@example.com`,
        address: one.address,
      });
      const inputs = one.forms.map((form) => readFence(form).input);
      const [first] = inputs;
      if (!first) throw new Error('no fence');
      const options =
        inputs.length > 1 ? { options: inputs.map((input, at) => ({ label: `Option ${at}`, ...input })) } : first;
      const input = { leadId: lead.id, ...options, ...(one.offer && { offer: one.offer }) };
      const preview = await caller.estimates.preview(input);
      const { estimateId, url, totalCents } = await caller.estimates.send(input);
      const path = new URL(url).pathname;
      const token = path.split('/').at(-1) ?? '';
      const shown = await page.get.query({ token });
      const { csv } = await caller.leads.exportCsv({ search: lead.email ?? '' });
      const { head, rows } = readCsv(csv);
      const [listed] = (await caller.leads.list({ search: lead.email ?? '' })).items;
      expect({
        preview: preview.totalCents,
        estimate: (await caller.estimates.get({ estimateId })).totalCents,
        versions: (await caller.estimates.listForLead({ leadId: lead.id }))[0]?.totalCents,
        lead: (await caller.leads.get({ leadId: lead.id })).quoteCents,
        list: listed?.quoteCents,
        page: shown.totalCents,
        csv: Math.round(Number(rows[0]?.cells[head.indexOf('Estimate')]) * 100),
      }).toEqual(
        Object.fromEntries(
          ['preview', 'estimate', 'versions', 'lead', 'list', 'page', 'csv'].map((name) => [name, totalCents]),
        ),
      );
      expect(shown.depositCents).toBe(preview.depositCents);
      expect(shown.lines.map(({ totalCents: cents }) => cents)).toEqual(
        preview.lines.map(({ totalCents: cents }) => cents),
      );
      expect(await (await app.browser().fetch(path)).text()).toContain(formatCents(totalCents));

      const picked = shown.options.length > 1 ? { optionId: shown.options.at(-1)?.id } : {};
      const { lines } = await page.choose.mutate({ token, ...picked, addOnIds: [] });
      const addOnIds = lines.flatMap(({ addOn }, at) => (addOn && one.ticked[at % 2] ? [addOn] : []));
      const chosen = await page.choose.mutate({ token, ...picked, addOnIds });
      await page.accept.mutate({ token, name: 'Marisol Vega', agreed: true, ...picked, addOnIds });
      const { document } = await app.deps.system
        .selectFrom('estimate_acceptances')
        .select('document')
        .where('estimate_id', '=', estimateId as never)
        .executeTakeFirstOrThrow();
      expect(signedSchema.parse(JSON.parse(document)).totalCents).toBe(chosen.totalCents);
      expect((await page.get.query({ token })).totalCents).toBe(chosen.totalCents);
      expect((await caller.leads.get({ leadId: lead.id })).quoteCents).toBe(chosen.totalCents);
    }
  },
  10 * MINUTE,
);
