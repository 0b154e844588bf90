import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCompany } from '#core/platform/db/app.ts';
import { hashToken } from '#core/platform/secrets.ts';
import { SIGN_CONSENT } from '#shared/features/estimates/signature.rules.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';

let app: TestApp;
let homeowner: TestBrowser;
beforeAll(async () => {
  app = await startTestApp();
  homeowner = app.browser();
});
afterAll(() => app.close());

const STROKES = 'M40 120L60 40L90 140L140 60L200 110';

interface Given {
  company?: Parameters<TestApp['a']['company']>[0];
  lead?: object;
  options?: boolean;
}

/** Sends an estimate of $3,542.08 for vinyl. With `options`, the homeowner can also choose wood for $1,702.08. */
const sendEstimate = async ({ company: given = {}, lead: givenLead = {}, options = false }: Given = {}) => {
  const company = await app.a.company({ terms: 'A deposit of {{deposit}} is due.', ...given });
  const vinyl = await app.a.material(company, { name: 'Vinyl', premium_cents: 1_000 });
  const wood = await app.a.material(company, { name: '6ft Wood Picket' });
  const lead = await app.a.lead(company, { name: 'Marisol Vega', status: 'contacted', ...givenLead });
  const caller = await app.callerFor(company);
  const fence = { perimeter: 184, gateCount: 1 };
  const input = {
    leadId: lead.id,
    ...fence,
    materialId: vinyl.id,
    ...(options && {
      options: [
        { label: 'Vinyl', materialId: vinyl.id, ...fence },
        { label: 'Cedar', materialId: wood.id, ...fence },
      ],
    }),
  };
  const sent = await caller.estimates.send(input);
  const path = new URL(sent.url).pathname;
  return { company, lead, caller, input, sent, path, token: path.split('/').at(-1) ?? '' };
};
type Sent = Awaited<ReturnType<typeof sendEstimate>>;

const page = () => homeowner.trpc.estimatePage;
const sign = ({ token }: Pick<Sent, 'token'>, more: object = {}) =>
  page().accept.mutate({ token, name: 'Marisol Vega', agreed: true, ...more });
const codeOf = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const data = error instanceof Error && 'data' in error ? (error.data as { code?: string }) : {};
  return data.code ?? 'nothing was refused';
};
const post = ({ path }: Pick<Sent, 'path'>, form: string, fields: Record<string, string>) =>
  homeowner.fetch(`${path}/${form}`, { method: 'POST', body: new URLSearchParams(fields) });
const acceptancesOf = ({ lead }: Sent) =>
  app.deps.system.selectFrom('estimate_acceptances').selectAll().where('lead_id', '=', lead.id).execute();
const estimateOf = ({ sent }: Sent) =>
  app.deps.system
    .selectFrom('estimates')
    .selectAll()
    .where('id', '=', sent.estimateId as EstimateId)
    .executeTakeFirstOrThrow();
const timelineOf = async ({ lead }: Sent) => {
  const query = app.deps.system.selectFrom('timeline_events').select(['kind', 'data']).orderBy('id');
  return query.where('lead_id', '=', lead.id).execute();
};
const messagesOf = async ({ lead }: Sent) => {
  const query = app.deps.system.selectFrom('messages').select(['kind', 'channel', 'to_address']).orderBy('id');
  const rows = await query
    .where('lead_id', '=', lead.id)
    .where('kind', 'not in', ['estimate.sent', 'follow-up'])
    .execute();
  return rows.map((row) => `${row.kind} ${row.channel} ${row.to_address}`);
};
const activate = async ({ company, lead }: Sent) => {
  const schedule = await app.a.schedule(company, lead);
  await app.a.followUp(schedule, { due_at: new Date(app.clock.now().getTime() + DAY) });
  return async () => {
    const query = app.deps.system.selectFrom('follow_up_schedules').select(['status', 'stop_reason']);
    return query.where('id', '=', schedule.id).executeTakeFirstOrThrow();
  };
};

describe('signing', () => {
  it('stores one record of who signed what and how, from any number of tabs (C29)', async () => {
    const estimate = await sendEstimate({ company: { notify_phone: '+12085550111' } });
    const schedule = await activate(estimate);
    const { documentHash } = await page().get.query({ token: estimate.token });
    const signed = await Promise.allSettled([1, 2, 3].map(() => sign(estimate, { signature: STROKES, documentHash })));
    expect(signed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(sign(estimate)).rejects.toMatchObject({ data: { code: 'CONFLICT', nextStep: 'refresh' } });
    const records = await acceptancesOf(estimate);
    expect(records).toMatchObject([
      {
        name: 'Marisol Vega',
        mark_kind: 'drawn',
        mark: STROKES,
        consent_text: SIGN_CONSENT.text,
        consent_version: SIGN_CONSENT.version,
        document_hash: documentHash,
        total_cents: 354_208,
        deposit_cents: 177_104,
        discount_cents: 0,
        cancel_until: '2026-11-19',
        cancel_zone: 'America/Boise',
        ip: expect.stringContaining('127.0.0.1') as string,
        at: app.clock.now(),
      },
    ]);
    const [record] = records;
    expect(
      createHash('sha256')
        .update(record?.document ?? '')
        .digest('hex'),
    ).toBe(documentHash);
    expect(JSON.parse(record?.document ?? '')).toMatchObject({
      number: estimate.sent.number,
      terms: 'A deposit of 50% of the total ($1,771.04) is due.',
      totalCents: 354_208,
    });
    expect(record?.terms_hash).toBe(
      createHash('sha256').update('A deposit of 50% of the total ($1,771.04) is due.').digest('hex'),
    );
    expect(Math.abs((record?.signed_at.getTime() ?? 0) - Date.now())).toBeLessThan(HOUR);
    expect((await estimateOf(estimate)).status).toBe('accepted');
    expect(await schedule()).toEqual({
      status: 'stopped',
      stop_reason: 'Follow-ups stopped because Marisol accepted the estimate.',
    });
    expect((await timelineOf(estimate)).filter(({ kind }) => kind === 'estimate_accepted')).toMatchObject([
      { data: { number: estimate.sent.number, totalCents: 354_208, signedBy: 'Marisol Vega' } },
    ]);
    expect(await messagesOf(estimate)).toEqual([
      `estimate.accepted email ${estimate.company.email}`,
      'estimate.accepted sms +12085550111',
      `estimate.signed email ${estimate.lead.email}`,
    ]);
    expect(app.enqueued).toContain(estimate.company.id);
  });

  it('is permanent: neither the record nor the offer can be changed', async () => {
    const estimate = await sendEstimate();
    await sign(estimate);
    const changes = [
      () => app.deps.system.updateTable('estimate_acceptances').set({ name: 'Someone' }).execute(),
      () =>
        inCompany(app.deps.db, estimate.company.id, (tx) =>
          tx.deleteFrom('estimate_acceptances').where('lead_id', '=', estimate.lead.id).execute(),
        ),
      () =>
        app.deps.system
          .updateTable('estimates')
          .set({ total_cents: 1 })
          .where('id', '=', estimate.sent.estimateId as EstimateId)
          .execute(),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow(/append-only|fixed|permission denied/);
  });

  it('reports missing fields individually, and stores nothing', async () => {
    const estimate = await sendEstimate({ options: true });
    for (const [field, given] of [
      ['name', { name: ' ' }],
      ['name', { name: '(555) 0100' }],
      ['agreed', { agreed: false }],
      ['signature', { signature: `data:image/png;base64,${'A'.repeat(200)}` }],
      ['signature', { signature: '<svg onload=alert(1)>' }],
      ['optionId', {}],
      ['optionId', { optionId: estimate.company.id }],
    ] as const)
      await expect(sign(estimate, given)).rejects.toMatchObject({
        data: { code: 'VALIDATION_FAILED', fields: { [field]: expect.any(String) as string } },
      });
    expect(await acceptancesOf(estimate)).toEqual([]);
  });

  it.each([
    // The last day ends where the job is, whichever side of the company that is.
    ['Pacific/Honolulu', '96813', 'America/New_York', '2026-12-17T09:59:59Z', '2026-12-17T10:00:00Z'],
    ['America/New_York', '10001', 'Pacific/Honolulu', '2026-12-17T04:59:59Z', '2026-12-17T05:00:00Z'],
    ['America/Phoenix', '85001', 'America/Boise', '2026-12-17T06:59:59Z', '2026-12-17T07:00:00Z'],
  ])('can be signed through the last day in %s', async (_zone, zip, companyZone, last, over) => {
    const start = app.clock.now();
    const place = { zip, address: null, phone: null };
    const estimate = await sendEstimate({ company: { time_zone: companyZone }, lead: place });
    const stateAt = async (at: string) => {
      app.clock.set(new Date(at));
      const [{ state }, listed, [version]] = await Promise.all([
        page().get.query({ token: estimate.token }),
        estimate.caller.leads.get({ leadId: estimate.lead.id }),
        estimate.caller.estimates.listForLead({ leadId: estimate.lead.id }),
      ]);
      return [state, listed.estimateStatus, version?.status];
    };
    expect(await stateAt(last)).toEqual(['open', 'sent', 'sent']);
    expect(await stateAt(over)).toEqual(['expired', 'expired', 'expired']);
    expect(await codeOf(sign(estimate))).toBe('ESTIMATE_EXPIRED');
    app.clock.set(new Date(last));
    await sign(estimate);
    expect(await acceptancesOf(estimate)).toHaveLength(1);
    app.clock.set(start);
  });

  it('is refused clearly for an expired link, and for a price other than the one shown', async () => {
    const older = await sendEstimate();
    const { documentHash } = await page().get.query({ token: older.token });
    await older.caller.estimates.send({ ...older.input, gateCount: 2 });
    expect(await codeOf(sign(older))).toBe('ESTIMATE_SUPERSEDED');
    const declined = await sendEstimate();
    await page().decline.mutate({ token: declined.token });
    expect(await codeOf(sign(declined))).toBe('CONFLICT');
    const other = await sendEstimate();
    expect(await codeOf(sign(other, { documentHash }))).toBe('CONFLICT');
    app.clock.advance(31 * DAY);
    expect(await codeOf(sign(other))).toBe('ESTIMATE_EXPIRED');
    app.clock.advance(-31 * DAY);
    for (const estimate of [older, declined, other]) expect(await acceptancesOf(estimate)).toEqual([]);
  });

  it('of an unpaid version is void once a newer one is sent', async () => {
    const estimate = await sendEstimate();
    await sign(estimate);
    await estimate.caller.estimates.send({ ...estimate.input, gateCount: 2 });
    expect((await page().get.query({ token: estimate.token })).state).toBe('superseded');
    expect(await acceptancesOf(estimate)).toHaveLength(1);
    expect(await (await homeowner.fetch(estimate.path)).text()).toContain('You can accept and pay only the newer one');
  });
});

describe('options', () => {
  it('are each priced, and the signed one sets the estimate’s total', async () => {
    const estimate = await sendEstimate({ options: true });
    const shown = await page().get.query({ token: estimate.token });
    expect(shown.options.map((option) => [option.label, option.totalCents, option.depositCents])).toEqual([
      ['Vinyl', 354_208, 177_104],
      ['Cedar', 170_208, 85_104],
    ]);
    expect([shown.totalCents, estimate.sent.totalCents]).toEqual([354_208, 354_208]);
    const cedar = shown.options[1]?.id ?? '';
    const looked = await (await homeowner.fetch(`${estimate.path}?option=${cedar}`)).text();
    expect(looked).toContain('Accept for $1,702.08');
    await sign(estimate, { optionId: cedar });
    expect(await page().get.query({ token: estimate.token })).toMatchObject({
      state: 'accepted',
      optionId: cedar,
      totalCents: 170_208,
      terms: 'A deposit of 50% of the total ($851.04) is due.',
    });
    const [listed] = await estimate.caller.estimates.listForLead({ leadId: estimate.lead.id });
    expect(listed).toMatchObject({
      status: 'accepted',
      totalCents: 170_208,
      materialType: '6ft Wood Picket',
      acceptance: { name: 'Marisol Vega', optionId: cedar },
    });
    const lead = await estimate.caller.leads.get({ leadId: estimate.lead.id });
    expect(lead).toMatchObject({ quoteCents: 170_208, materialType: '6ft Wood Picket' });
    const { items } = await estimate.caller.leads.timeline({ leadId: estimate.lead.id });
    const told = (kind: string) => items.find((item) => item.kind === kind)?.data;
    expect(told('estimate_sent')).toMatchObject({ options: 2 });
    expect(told('estimate_accepted')).toMatchObject({ option: 'Cedar', totalCents: 170_208 });
  });

  it('are at most three, each with a unique name', async () => {
    const { caller, input } = await sendEstimate({ options: true });
    const [one, two] = input.options ?? [];
    if (!one || !two) throw new Error('no options');
    const fieldsOf = (options: (typeof one)[]) =>
      caller.estimates.preview({ ...input, options }).then(
        ({ options: priced }) => priced.map(({ label, totalCents }) => `${label} ${totalCents}`),
        () => 'refused',
      );
    expect(await fieldsOf([one, { ...two, gateCount: 0 }])).toEqual(['Vinyl 354208', 'Cedar 140208']);
    expect(await fieldsOf([one, { ...two, label: 'vinyl' }])).toBe('refused');
    expect(await fieldsOf([one, two, { ...one, label: 'C' }, { ...one, label: 'D' }])).toBe('refused');
  });
});

describe('the deposit', () => {
  it('is reduced to the state’s cap with an explanation, in the terms too (C27)', async () => {
    const estimate = await sendEstimate({ lead: { zip: '95814', address: null } });
    const shown = await page().get.query({ token: estimate.token });
    expect(shown).toMatchObject({
      depositCents: 35_420,
      depositReason: 'California limits a deposit to $354.20',
      terms: 'A deposit of $354.20 (California limits a deposit to $354.20) is due.',
      cancel: { businessDays: 5 },
    });
    expect(await (await homeowner.fetch(estimate.path)).text()).toContain('California limits a deposit to $354.20.');
    await estimate.caller.estimates.resend({ leadId: estimate.lead.id });
    expect(await page().get.query({ token: estimate.token })).toMatchObject({ depositCents: 35_420 });
  });

  it('follows the company’s setting at the time the estimate was sent', async () => {
    const estimate = await sendEstimate({ company: { deposit_kind: 'amount', deposit_amount_cents: 50_000 } });
    await app.deps.system
      .updateTable('company_profiles')
      .set({ deposit_amount_cents: 90_000 })
      .where('id', '=', estimate.company.id)
      .execute();
    expect(await page().get.query({ token: estimate.token })).toMatchObject({ depositCents: 50_000 });
    const { depositCents } = await estimate.caller.estimates.preview(estimate.input);
    expect(depositCents).toBe(90_000);
  });
});

describe('declining and asking', () => {
  it('declining stops the follow-ups, tells the contractor why, and is final for this link', async () => {
    const estimate = await sendEstimate();
    const schedule = await activate(estimate);
    await Promise.all([1, 2].map(() => page().decline.mutate({ token: estimate.token, reason: 'Too dear for us.' })));
    expect((await timelineOf(estimate)).filter(({ kind }) => kind === 'estimate_declined')).toMatchObject([
      { data: { reason: 'Too dear for us.' } },
    ]);
    expect((await schedule()).stop_reason).toBe('Follow-ups stopped because Marisol declined the estimate.');
    expect(await messagesOf(estimate)).toEqual([`estimate.declined email ${estimate.company.email}`]);
    expect(await page().get.query({ token: estimate.token })).toMatchObject({
      state: 'declined',
      declined: { reason: 'Too dear for us.' },
    });
    const accepted = await sendEstimate();
    await sign(accepted);
    expect(await codeOf(page().decline.mutate({ token: accepted.token }))).toBe('CONFLICT');
  });

  it('a question is on the timeline once, stops the follow-ups like a reply, and notifies the contractor', async () => {
    const estimate = await sendEstimate();
    const schedule = await activate(estimate);
    const ask = () => page().ask.mutate({ token: estimate.token, question: 'Can the gate be wider?' });
    await ask();
    await ask();
    expect((await timelineOf(estimate)).filter(({ kind }) => kind === 'question')).toMatchObject([
      { data: { text: 'Can the gate be wider?' } },
    ]);
    expect((await schedule()).status).toBe('stopped');
    expect(await messagesOf(estimate)).toEqual([`estimate.question email ${estimate.company.email}`]);
    expect((await page().get.query({ token: estimate.token })).state).toBe('open');
    expect(await codeOf(page().ask.mutate({ token: estimate.token, question: ' ' }))).toBe('VALIDATION_FAILED');
  });
});

describe('without a script', () => {
  it('the forms work the same, and refused forms keep the typed values', async () => {
    const estimate = await sendEstimate();
    const refused = await post(estimate, 'accept', { name: 'Marisol Vega', optionId: estimate.sent.estimateId });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain('Check the box to sign electronically');
    expect(html).toContain('value="Marisol Vega"');
    const asked = await post(estimate, 'ask', { question: 'When could you start?' });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `${estimate.path}?asked=1#ask`]);
    const accepted = await post(estimate, 'accept', { name: 'Marisol Vega', agreed: 'yes', signature: '' });
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, estimate.path]);
    expect((await acceptancesOf(estimate))[0]).toMatchObject({ mark_kind: 'typed', mark: 'Marisol Vega' });
    // the same form sent again shows the result of the first one
    expect((await post(estimate, 'accept', { name: 'M', agreed: 'yes' })).status).toBe(303);
    expect(await (await homeowner.fetch(estimate.path)).text()).toContain(
      'You accepted this estimate on Nov 16, 2026.',
    );
    const declined = await sendEstimate();
    expect((await post(declined, 'decline', { reason: 'No' })).status).toBe(303);
    expect(await (await homeowner.fetch(declined.path)).text()).toContain('You declined this estimate');
  });

  it('nothing can be paid before signing', async () => {
    const estimate = await sendEstimate();
    expect(await codeOf(page().pay.mutate({ token: estimate.token, what: 'deposit' }))).toBe('CONFLICT');
    const answer = await post(estimate, 'pay', { what: 'deposit' });
    expect(answer.status).toBe(409);
  });
});

describe('an invalid token', () => {
  it('reveals nothing, whatever is requested', async () => {
    const estimate = await sendEstimate();
    await app.deps.system
      .updateTable('estimate_links')
      .set({ revoked_at: app.clock.now() })
      .where('token_hash', '=', hashToken(estimate.token))
      .execute();
    const bodies = new Set<string>();
    for (const token of [estimate.token, `${estimate.token}x`, 'x', estimate.sent.estimateId]) {
      const calls = [
        page().get.query({ token }),
        sign({ token }),
        page().decline.mutate({ token }),
        page().ask.mutate({ token, question: 'Who is it?' }),
        page().pay.mutate({ token, what: 'deposit' }),
      ];
      // awaits the calls together, so that no rejection is unhandled
      expect(new Set(await Promise.all(calls.map((call) => codeOf(call))))).toEqual(new Set(['NOT_FOUND']));
      const path = `/estimate/${token}`;
      for (const response of [
        await homeowner.fetch(`${path}.pdf`),
        await post({ path }, 'accept', { name: 'M', agreed: 'yes' }),
        await post({ path }, 'decline', {}),
      ]) {
        expect(response.status).toBe(404);
        bodies.add((await response.text()).replace(/nonce="[^"]+"/, ''));
      }
    }
    expect(bodies.size).toBe(1);
  });

  it('is rate-limited', async () => {
    const answers: number[] = [];
    for (let tries = 0; tries < 62; tries++) answers.push((await homeowner.fetch(`/estimate/guess${tries}`)).status);
    expect(answers.at(-1)).toBe(429);
    await app.deps.system.deleteFrom('rate_limits' as never).execute();
    const estimate = await sendEstimate();
    const asks = Array.from({ length: 12 }, (_, index) =>
      codeOf(page().ask.mutate({ token: estimate.token, question: `Question ${index}` })),
    );
    expect((await Promise.all(asks)).filter((code) => code === 'RATE_LIMITED')).toHaveLength(4);
  });
});

describe('the PDF', () => {
  it('opens with the same link, isn’t cached, and contains the cancellation notice once signed (C28)', async () => {
    const estimate = await sendEstimate();
    const pages = async () => {
      const response = await homeowner.fetch(`${estimate.path}.pdf`);
      expect(response.headers.get('content-type')).toContain('application/pdf');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('x-robots-tag')).toContain('noindex');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      return [...bytes.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;
    };
    const before = await pages();
    await sign(estimate);
    expect(await pages()).toBe(before + 2);
  });
});
