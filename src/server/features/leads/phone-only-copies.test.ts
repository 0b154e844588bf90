import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { writeEffects } from '#core/features/payments/payment-effects.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { measureText } from '#shared/features/messages/sms-text.rules.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone, NOON } from '../../../../test/due-follow-up.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

let accounts = 0;

interface Signed {
  company: CompanyRow;
  lead: LeadRow & { phone: string };
  estimateId: EstimateId;
}

/** A lead with only a phone signs the estimate on its page. Nothing has been sent yet. */
async function signed({
  language = 'en',
  agreed = true,
}: { language?: Language; agreed?: boolean } = {}): Promise<Signed> {
  const { a, deps } = lab.app;
  const company = await a.company({
    name: 'Acme Fence',
    stripe_account_id: `acct_phone${(accounts += 1)}`,
    stripe_connected: true,
  });
  const lead = await a.caller(company, { phone: newPhone(), name: 'Nora Vance', language });
  await a.consent(company, lead, { method: 'verbal' });
  const { id: materialId } = await a.material(company);
  const caller = await lab.app.callerFor(company);
  const sent = await caller.estimates.send({ leadId: lead.id, perimeter: 184, gateCount: 1, materialId });
  await deps.system.deleteFrom('messages').where('lead_id', '=', lead.id).where('schedule_id', 'is', null).execute();
  // Consent is for one number, so a new number has none.
  const phone = agreed ? lead.phone : newPhone();
  if (!agreed) await caller.leads.update({ leadId: lead.id, phone });
  const token = sent.url.split('/').at(-1) ?? '';
  await lab.app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Nora Vance', agreed: true, language });
  return { company, lead: { ...lead, phone }, estimateId: sent.estimateId as EstimateId };
}

/** Records that the deposit of $851.04 was paid by card, or that its bank payment failed. */
async function settled({ company, lead, estimateId }: Signed, outcome: 'succeeded' | 'failed'): Promise<void> {
  const at = lab.app.clock.now();
  const before = await lab.app.deps.system
    .insertInto('payments')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      estimate_id: estimateId,
      kind: 'deposit',
      amount_cents: 85_104,
      fee_cents: 851,
      status: 'open',
      stripe_account_id: company.stripe_account_id ?? '',
      expires_at: at,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await inCompany(lab.deps.db, company.id, async (tx) => {
    const after = await tx
      .updateTable('payments')
      .set({ status: outcome, ...(outcome === 'succeeded' ? { paid_at: at, method: 'card' } : { reason: 'No funds' }) })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeEffects(tx, { before, after, at });
  });
}

const NO_CONSENT = 'No consent on file for texts to this number';
const LINK = /https?:\/\/\S+\/e\/[0-9A-Za-z]{16}/;
const textsTo = ({ lead }: Signed): string[] => lab.texts(lead.phone).map(({ text }) => text.replace(LINK, '<link>'));
const skipsOf = async ({ company }: Signed) =>
  (await lab.timeline(company)).filter(({ kind }) => kind === 'message_skipped').map(({ data }) => data['reason']);

describe('somebody with only a phone', () => {
  test.each([
    [
      'en',
      [
        'Acme Fence: Hi Nora, thank you for signing the estimate of $1,702.08. Your signed copy: <link> Reply STOP to opt out.',
        'Acme Fence: Hi Nora, we received your payment of $851.04. Thank you. Left to pay: $851.04. Your receipt: <link>',
      ],
    ],
    [
      'es',
      [
        'Acme Fence: Hola Nora, gracias por firmar el presupuesto de $1,702.08. Su copia firmada: <link> Responda STOP para cancelar.',
        'Acme Fence: Hola Nora, recibimos su pago de $851.04. Gracias. Por pagar: $851.04. Su recibo: <link>',
      ],
    ],
  ] as const)('gets the signed copy and the receipt as links, once, in %s', async (language, texts) => {
    const job = await signed({ language });
    await lab.drain(job.company);
    await settled(job, 'succeeded');
    await lab.drain(job.company);
    await lab.drain(job.company);
    expect(textsTo(job)).toEqual(texts);
    for (const { text } of lab.texts(job.lead.phone)) expect(measureText(text)).toMatchObject({ encoding: 'GSM-7' });
    const link = LINK.exec(lab.texts(job.lead.phone)[1]?.text ?? '')?.[0] ?? '';
    const page = await fetch(lab.app.url + new URL(link).pathname);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('$851.04');
    expect(lab.mails().filter(({ to }) => to === '')).toEqual([]);
  });

  test('gets neither without consent, and the timeline says why', async () => {
    const job = await signed({ agreed: false });
    await settled(job, 'succeeded');
    await lab.drain(job.company);
    expect(textsTo(job)).toEqual([]);
    expect(await skipsOf(job)).toEqual([NO_CONSENT, NO_CONSENT]);
  });

  test('gets both in the morning if they signed and paid at night', async () => {
    lab.app.clock.set('2026-11-17T05:30:00Z'); // 10:30 PM in Boise.
    const job = await signed();
    await settled(job, 'succeeded');
    await lab.drain(job.company);
    expect(textsTo(job)).toEqual([]);
    const rows = (await lab.otherMessages(job.company)).filter(
      ({ lead_id: id, channel }) => id === job.lead.id && channel === 'sms',
    );
    expect(rows.map(({ status, kind }) => `${kind} ${status}`).toSorted()).toEqual([
      'estimate.signed scheduled',
      'payment.receipt scheduled',
    ]);
    lab.app.clock.set('2026-11-17T18:00:00Z');
    await lab.drain(job.company);
    expect(textsTo(job)).toHaveLength(2);
    expect(await skipsOf(job)).toEqual([]);
  });

  test('is told that a bank payment failed', async () => {
    const job = await signed();
    await settled(job, 'failed');
    await lab.drain(job.company);
    expect(textsTo(job).join('\n')).toContain(
      "Hi Nora, your bank payment of $851.04 didn't go through. You weren't charged. Pay again: <link>",
    );
  });
});
