import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobZip } from '#shared/features/leads/job-zip.ts';
import { optionsOfVersion } from '../../../client/features/estimates/estimate-options.rules.ts';
import { reckon } from '../../../client/features/estimates/price-option.rules.ts';
import { readFence } from '../../../client/features/estimates/read-fence.rules.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { describedFence, fullBook } from '../../../../test/described-fences.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('the dialog’s total is the server’s preview for any description, and the sent fence opens again', async () => {
  const company = await app.a.company();
  const wood = await app.a.material(company, { name: 'Cedar' });
  const vinyl = await app.a.material(company, { name: 'Vinyl' });
  // The job's ZIP code, which is in a zone, is only in the address.
  const lead = await app.a.lead(company, {
    name: 'Marisol Vega',
    zip: null,
    address: '2217 Sagebrush Ln, Boise, ID 83709',
  });
  const caller = await app.callerFor(company);
  const { version: _version, ...book } = fullBook(wood.id, vinyl.id);
  const { version } = (await caller.pricing.get()).book;
  await caller.pricing.updateBook({ book, version });
  const pricing = await caller.pricing.get();
  const zip = jobZip({ zip: null, address: lead.address });
  const forms = fc.sample(describedFence(wood.id, vinyl.id), { numRuns: 60, seed: 32 });
  for (const form of forms) {
    const { input } = readFence(form);
    const preview = await caller.estimates.preview({ leadId: lead.id, ...input });
    const shown = reckon(input, pricing, { depositTerms: preview.depositTerms, zip });
    expect(shown?.totalCents).toBe(preview.totalCents);
    expect(shown?.lines.map(({ label, totalCents }) => [label, totalCents])).toEqual(
      preview.lines.map(({ label, totalCents }) => [label, totalCents]),
    );
    expect(shown?.deposit?.cents).toBe(preview.depositCents);
  }
  const [first, second] = forms.filter(({ runs }) => runs.length > 1).map((form) => readFence(form).input);
  if (!first || !second) throw new Error('no fence with runs');
  const options = [
    { label: 'Good', ...first },
    { label: 'Better', ...second },
  ];
  await caller.estimates.send({ leadId: lead.id, options });
  const [sent] = await caller.estimates.listForLead({ leadId: lead.id });
  const again = optionsOfVersion(sent, pricing) ?? [];
  expect(again.map(({ label }) => label)).toEqual(['Good', 'Better']);
  expect(again.map((option) => readFence(option).input)).toEqual([first, second]);
});
