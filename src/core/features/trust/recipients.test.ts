import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone, NOON } from '../../../../test/due-follow-up.ts';
import { followUp, fulfilled, refusalOf, typeTo } from '../../../../test/sends.ts';
import { budgetKeyHash } from './budgets.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

type CompanyGiven = Parameters<DeliveryLab['app']['a']['company']>[0];
const companyAnd = async (given: CompanyGiven = {}) => {
  const company = await lab.app.a.company(given);
  return { company, caller: await lab.app.callerFor(company) };
};

/** Creates a lead that the company hasn't messaged yet. */
const stranger = (company: CompanyRow, given: Partial<LeadRow> = {}): Promise<LeadRow> =>
  lab.app.a.lead(company, { phone: null, counted_as_recipient_at: null, ...given });
const strangers = (company: CompanyRow, count: number): Promise<LeadRow[]> =>
  Promise.all(Array.from({ length: count }, () => stranger(company)));

describe('new recipients a day', () => {
  test('count one email address or phone once, however many leads the company has for it', async () => {
    const { company, caller } = await companyAnd();
    const email = 'repeat-customer@example.com';
    const leads = [];
    for (let nth = 0; nth < 5; nth += 1) leads.push(await stranger(company, { email }));
    for (const { id } of leads) await typeTo(caller, id);
    expect((await lab.otherMessages(company)).filter(({ kind }) => kind === 'message.typed')).toHaveLength(5);
    const spends = await lab.app.deps.system
      .selectFrom('budget_spends')
      .select('budget')
      .where('key_hash', 'in', [
        budgetKeyHash({ budget: 'first-email', key: email }),
        budgetKeyHash({ budget: 'company-recipients', key: company.id }),
      ])
      .execute();
    expect(spends.map(({ budget }) => budget).toSorted()).toEqual(['company-recipients', 'first-email']);
    // Two more companies may write to this address today, and a fourth may not.
    for (const allowed of [true, true, false]) {
      const other = await companyAnd();
      const lead = await stranger(other.company, { email });
      expect((await refusalOf(typeTo(other.caller, lead.id))) === undefined).toBe(allowed);
    }
  });

  test('are limited to twenty without a plan, and messages to the rest wait for the next day', async () => {
    const { company, caller } = await companyAnd({ subscription: null });
    const people = await strangers(company, 25);
    const settled = await Promise.allSettled(people.map(({ id }) => typeTo(caller, id)));
    expect(fulfilled(settled)).toBe(20);
    const late = people.filter((_lead, index) => settled[index]?.status === 'rejected');
    const [first] = late;
    if (!first) throw new Error('nobody was refused');
    lab.app.clock.advance(HOUR);
    expect(await refusalOf(typeTo(caller, first.id))).toEqual({
      code: 'RATE_LIMITED',
      message: 'You’ve reached today’s limit of 20 new recipients. Choose a plan to message more people',
      retryAfter: (23 * HOUR) / 1_000,
      nextStep: 'choose_plan',
    });
    // Messages to people whom the company has already messaged aren't limited.
    const known = people.find((_lead, index) => settled[index]?.status === 'fulfilled');
    await typeTo(caller, known?.id ?? first.id);
    lab.app.clock.advance(23 * HOUR);
    for (const { id } of late) await typeTo(caller, id);
    expect((await lab.otherMessages(company)).filter(({ kind }) => kind === 'message.typed')).toHaveLength(26);
  });

  test('count once per person, on any channel', async () => {
    const { company, caller } = await companyAnd({ subscription: null });
    const people = await strangers(company, 20);
    for (const { id } of people) await followUp(caller, id);
    const { system } = lab.app.deps;
    const spent = () => system.selectFrom('budget_spends').select('amount').where('budget', '=', 'company-recipients');
    const before = (await spent().execute()).length;
    const [known] = people;
    if (!known) throw new Error('no lead');
    await typeTo(caller, known.id);
    await caller.followUps.cancel({ leadId: known.id });
    await followUp(caller, known.id);
    expect((await spent().execute()).length).toBe(before);
    const another = await stranger(company);
    expect(await refusalOf(followUp(caller, another.id))).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await caller.followUps.get({ leadId: another.id })).toMatchObject({ active: false });
  });

  test('block an estimate without using a version or quote, and it can be sent the next day', async () => {
    const { company, caller } = await companyAnd({ subscription: { subscription_tier: 'starter' } });
    const material = await lab.app.a.material(company);
    await lab.app.deps.system
      .insertInto('budget_spends')
      .values({
        budget: 'company-recipients',
        key_hash: budgetKeyHash({ budget: 'company-recipients', key: company.id }),
        at: lab.app.clock.now(),
        amount: 200,
      })
      .execute();
    const lead = await stranger(company);
    const input = { leadId: lead.id, perimeter: 184, gateCount: 1, materialId: material.id };
    expect(await refusalOf(caller.estimates.send(input))).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'You’ve reached today’s limit of 200 new recipients. Upgrade to Pro to message more people',
      nextStep: 'upgrade',
    });
    expect(await caller.estimates.listForLead({ leadId: lead.id })).toEqual([]);
    const { quotesRemaining } = await caller.subscription.check();
    lab.app.clock.advance(DAY);
    await caller.estimates.send(input);
    expect(await caller.subscription.check()).toMatchObject({ quotesRemaining: quotesRemaining - 1 });
  });

  test('increase with age and history, unless people complained', async () => {
    const { company, caller } = await companyAnd({
      subscription: null,
      created_at: new Date(lab.app.clock.now().getTime() - 91 * DAY),
    });
    const { system } = lab.app.deps;
    await system
      .insertInto('budget_spends')
      .values({
        budget: 'company-recipients',
        key_hash: budgetKeyHash({ budget: 'company-recipients', key: company.id }),
        at: new Date(lab.app.clock.now().getTime() - 2 * DAY),
        amount: 20,
      })
      .execute();
    const people = await strangers(company, 102);
    const start = async (dryRun: boolean) => {
      const { leads } = await caller.followUps.startMany({
        leadIds: people.map(({ id }) => id),
        channel: 'email',
        dryRun,
      });
      return leads.filter(({ outcome }) => outcome === 'started').length;
    };
    expect(await start(true)).toBe(100);
    await system
      .insertInto('opt_outs')
      .values({
        company_id: company.id,
        channel: 'email',
        address: 'annoyed@example.com',
        sender: null,
        source: 'complaint',
        words: null,
        created_at: lab.app.clock.now(),
        lifted_at: null,
      })
      .execute();
    expect(await start(true)).toBe(20);
    expect(await start(false)).toBe(20);
  });

  test('bulk starts stop at the limit, and the other leads get the reason', async () => {
    const { company, caller } = await companyAnd({ subscription: null });
    const known = await lab.app.a.lead(company);
    const people = await strangers(company, 23);
    const leadIds = [...people, known].map(({ id }) => id);
    const dry = await caller.followUps.startMany({ leadIds, channel: 'email', dryRun: true });
    const { leads } = await caller.followUps.startMany({ leadIds, channel: 'email' });
    expect(dry.leads).toEqual(leads);
    const started = leads.filter(({ outcome }) => outcome === 'started').map(({ leadId }) => leadId);
    expect(started).toEqual([...people.slice(0, 20), known].map(({ id }) => id));
    expect(leads.filter(({ outcome }) => outcome === 'refused').map(({ reason }) => reason)).toEqual(
      Array(3).fill(
        'You’ve reached today’s limit of 20 new recipients. Choose a plan to message more people. Start the rest tomorrow',
      ),
    );
    // Two concurrent calls together don't start more follow-ups than the budget allows.
    lab.app.clock.advance(DAY);
    const more = (await strangers(company, 30)).map(({ id }) => id);
    const both = await Promise.all(
      [more.slice(0, 15), more.slice(15)].map((ids) => caller.followUps.startMany({ leadIds: ids, channel: 'email' })),
    );
    expect(both.flatMap((one) => one.leads).filter(({ outcome }) => outcome === 'started')).toHaveLength(20);
  });
});

describe('bulk starts', () => {
  test('count one email address or phone once, within a batch, across batches and for sales members', async () => {
    const { company } = await companyAnd({ subscription: null });
    const { userId } = await lab.app.a.member(company, 'sales');
    const seller = await lab.app.callerFor(company, { userId, role: 'sales' });
    const owner = await lab.app.callerFor(company);
    const spent = async () => {
      const { total } = await lab.app.deps.system
        .selectFrom('budget_spends')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('total'))
        .where('key_hash', '=', budgetKeyHash({ budget: 'company-recipients', key: company.id }))
        .executeTakeFirstOrThrow();
      return Number(total);
    };
    const start = async (leads: readonly LeadRow[], by = owner) =>
      (await by.followUps.startMany({ leadIds: leads.map(({ id }) => id), channel: 'email' })).leads.filter(
        ({ outcome }) => outcome === 'started',
      ).length;
    const email = 'twice@example.com';
    const phone = newPhone();
    const other = 'other-address@example.com';
    // The second lead shares its email address with the first and its phone with the third.
    const one = [
      await stranger(company, { email }),
      await stranger(company, { email, phone }),
      await stranger(company, { email: other, phone }),
    ];
    expect(await start([...one, await stranger(company)])).toBe(4);
    expect(await spent()).toBe(2);
    // Nothing was sent yet, and the owner's leads aren't visible to the seller.
    const again = await stranger(company, { email, assigned_to: userId });
    expect(await start([again], seller)).toBe(1);
    expect(await spent()).toBe(2);
    const typed = await stranger(company, { email: other, assigned_to: userId });
    await followUp(seller, typed.id);
    expect(await spent()).toBe(2);
    expect(await start(await strangers(company, 20))).toBe(18);
    expect(await spent()).toBe(20);
  });
});

describe('one person', () => {
  test('gets first emails from at most three companies a day, and the fourth gets an error', async () => {
    const email = 'wanted@example.com';
    const companies = await Promise.all(Array.from({ length: 5 }, () => companyAnd()));
    const settled = await Promise.allSettled(
      companies.map(async ({ company, caller }) => typeTo(caller, (await stranger(company, { email })).id)),
    );
    expect(fulfilled(settled)).toBe(3);
    const { company, caller } = await companyAnd();
    const lead = await stranger(company, { email });
    expect(await refusalOf(typeTo(caller, lead.id))).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many companies emailed this person for the first time today',
    });
    lab.app.clock.advance(DAY);
    await typeTo(caller, lead.id);
  });

  test('gets first texts from at most two companies a day', async () => {
    const phone = newPhone();
    const companies = await Promise.all(Array.from({ length: 4 }, () => companyAnd()));
    const settled = await Promise.allSettled(
      companies.map(async ({ company, caller }) => {
        const lead = await stranger(company, { phone });
        await lab.app.a.consent(company, lead);
        return typeTo(caller, lead.id, { channel: 'sms' });
      }),
    );
    expect(fulfilled(settled)).toBe(2);
  });

  test('counts as new again after the company changes their email address', async () => {
    const { company, caller } = await companyAnd();
    const lead = await lab.app.a.lead(company, { phone: null });
    const addresses = Array.from({ length: 5 }, (_none, nth) => `moved${nth}@example.com`);
    const spent = () =>
      lab.app.deps.system
        .selectFrom('budget_spends')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('budget', '=', 'company-recipients')
        .executeTakeFirstOrThrow();
    const { count: before } = await spent();
    for (const email of addresses) {
      await caller.leads.update({ leadId: lead.id, email });
      await typeTo(caller, lead.id);
    }
    expect((await spent()).count).toBe(before + 5);
    // Changing the lead's name doesn't affect the count for its email address.
    await caller.leads.update({ leadId: lead.id, name: 'Dana Reed' });
    await typeTo(caller, lead.id);
    expect((await spent()).count).toBe(before + 5);
  });

  test('is counted when a follow-up is sent if their email address has changed since', async () => {
    const { company, caller } = await companyAnd();
    const lead = await lab.app.a.lead(company, { phone: null });
    await followUp(caller, lead.id);
    const email = 'crowded@example.com';
    const others = await Promise.all(Array.from({ length: 3 }, () => companyAnd()));
    for (const one of others) await typeTo(one.caller, (await stranger(one.company, { email })).id);
    await caller.leads.update({ leadId: lead.id, email });
    const [row] = await lab.followUps(company);
    lab.app.clock.set(row?.due_at ?? NOON);
    lab.app.clock.advance(-2 * HOUR);
    await lab.app.deps.system
      .updateTable('follow_up_messages')
      .set({ due_at: lab.app.clock.now() })
      .where('company_id', '=', company.id)
      .execute();
    await lab.drain(company);
    expect(lab.mails(email)).toEqual([]);
    expect((await lab.followUps(company))[0]).toMatchObject({
      status: 'scheduled',
      reason: 'Waiting. Too many companies emailed this person for the first time today.',
    });
    lab.app.clock.advance(4 * HOUR);
    await lab.drain(company);
    expect(lab.mails(email).filter(({ text }) => text.includes('Hi Dana'))).toHaveLength(1);
  });

  test('gets at most three first emails through many leads with their email address', async () => {
    const { company, caller } = await companyAnd();
    const email = 'victim@example.com';
    const people = await Promise.all(Array.from({ length: 8 }, () => stranger(company, { email })));
    await caller.followUps.startMany({ leadIds: people.map(({ id }) => id), channel: 'email' });
    await lab.app.deps.system
      .updateTable('follow_up_messages')
      .set({ due_at: lab.app.clock.now() })
      .where('company_id', '=', company.id)
      .where('step', '=', 1)
      .execute();
    await lab.drain(company);
    expect(lab.mails(email)).toHaveLength(3);
  });
});
