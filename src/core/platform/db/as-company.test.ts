import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminAlert } from '#core/features/admin/messages/admin-alert.ts';
import { getCompany } from '#core/features/admin/companies.ts';
import { retryMessage } from '#core/features/admin/retry-message.ts';
import { enqueueMessage } from '#core/features/messages/enqueue-message.ts';
import { receiveText } from '#core/features/inbox/receive-text.ts';
import { noteTextMissing, noteTextStatus } from '#core/features/inbox/text-status.ts';
import { startEstimatePayment } from '#core/features/payments/start-estimate-payment.ts';
import { mailToken } from '#core/platform/secrets.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type BillingLab, sessionOf, startBillingLab } from '../../../../test/billing.ts';
import { TWILIO } from '../../../../test/delivery.ts';
import { dueFollowUp, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import { DOMAIN, type InboundMailLab, NOON, raw, startInboundMailLab } from '../../../../test/inbound-mail.ts';
import { startJob } from '../../../../test/payments.ts';
import { asCompany, type SystemTx } from './system.ts';

type Whose = CompanyId | null;
const planted: { inside: Whose; seen: Whose[] }[] = [];

const FORGOTTEN = `select company_id from leads union select company_id from messages
  union select company_id from subscribers`;
const ENTERED = /set local role picket_app;\s+select set_config\('app\.company_id', '([^']+)'/;
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Patches pg's `query`. Whenever the code enters a company, the patch then runs a query without a company filter and
 * records the rows that it sees.
 */
function plant(): void {
  const ask = Reflect.get(pg.Client.prototype, 'query') as (this: pg.Client, ...given: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const answer = ask.apply(this, given);
    const [asked] = given as [string | { text?: string }];
    const id = ENTERED.exec((typeof asked === 'string' ? asked : asked.text) ?? '')?.[1];
    if (id === undefined) return answer;
    // Waits for the original query, because pg warns if a query is issued while another one is running.
    return (async () => {
      const entered = await answer;
      await look(ask.call(this, FORGOTTEN) as Promise<Looked>, id);
      return entered;
    })();
  });
}

type Looked = pg.QueryResult<{ company_id: Whose }>;

async function look(answer: Promise<Looked>, id: string): Promise<void> {
  const { rows } = await answer;
  planted.push({ inside: id === NIL ? null : (id as CompanyId), seen: rows.map((row) => row.company_id) });
}

let lab: InboundMailLab;
beforeAll(async () => {
  lab = await startInboundMailLab();
  // Adds rows of another company and of the platform. The planted query must not see these rows.
  await lab.app.a.lead(await lab.app.a.company());
  await lab.app.deps.system.transaction().execute(mailOfThePlatform);
  plant();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await lab.close();
});
beforeEach(() => {
  lab.app.clock.set(NOON);
  planted.length = 0;
});

const mailOfThePlatform = (tx: SystemTx) =>
  enqueueMessage(tx, {
    companyId: null,
    leadId: null,
    kind: adminAlert,
    channel: 'email',
    to: 'ops@picket.test',
    payload: { what: 'texts-paused', company: 'Fences', code: '30034' },
    at: new Date(NOON),
  });

/**
 * Returns the companies entered since `planted` was last cleared, each with the foreign companies whose rows the
 * planted query saw.
 */
const entered = (): Map<Whose, Whose[]> => {
  const foreign = planted.map(({ inside, seen }) => ({ inside, others: seen.filter((company) => company !== inside) }));
  const whose = new Set(planted.map(({ inside }) => inside));
  return new Map(
    [...whose].map((company) => [company, foreign.flatMap(({ inside, others }) => (inside === company ? others : []))]),
  );
};
const nothingOf = (...whose: Whose[]) => new Map<Whose, Whose[]>(whose.map((company) => [company, []]));

const admin = async () => {
  const user = await lab.app.a.user({ email: `admin${planted.length}${Math.random()}@picket.test` }, ['admin']);
  return { userId: user.id, email: user.email, ip: '127.0.0.1' };
};

/** Sends a text that Twilio accepts. */
async function sentText() {
  const given = await dueFollowUp(lab);
  await lab.drain(given.company);
  planted.length = 0;
  return { ...given, row: await onlyFollowUp(lab, given.company) };
}

const inbound = (from: string, body: string, to = TWILIO.from) => ({
  sid: `SM${Math.random()}`,
  from,
  to,
  body,
  media: [],
  service: null,
  optOutType: null,
});

/** Returns a mailbox provider's report that someone marked an email as spam (ARF, RFC 5965). */
const complaint = (to: string): string =>
  [
    'From: fbl@mailbox.test',
    `To: ${to}`,
    'Subject: complaint',
    'Message-ID: <complaint@mailbox.test>',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: test',
    'Version: 1',
    '',
    '--b--',
  ].join('\r\n');

describe('a query without a company filter sees only the current company’s rows', () => {
  test('during an inbound text, and a STOP that applies to several companies', async () => {
    const one = await sentText();
    await receiveText(lab.app.deps, inbound(one.phone, 'Friday works'));
    expect(entered()).toEqual(nothingOf(one.company.id));
    const other = await lab.app.a.company();
    await lab.app.a.schedule(other, await lab.app.a.lead(other, { phone: one.phone }));
    planted.length = 0;
    await receiveText(lab.app.deps, inbound(one.phone, 'STOP'));
    expect(entered()).toEqual(nothingOf(one.company.id, other.id, null));
  });

  test('during a text from an unknown number', async () => {
    await receiveText(lab.app.deps, inbound('+12085559999', 'Who is this?'));
    expect(entered()).toEqual(nothingOf(null));
  });

  test('during a text status callback', async () => {
    const { company, row } = await sentText();
    const status = { sid: row.provider_id ?? '', status: 'delivered', errorCode: null, rowId: row.id };
    expect(await noteTextStatus(lab.app.deps, status)).toBe(true);
    expect(entered()).toEqual(nothingOf(company.id));
  });

  test('during a text that Twilio never received', async () => {
    const { company, row } = await sentText();
    const { system } = lab.app.deps;
    await system
      .updateTable('messages')
      .set({ status: 'unknown', provider_id: null })
      .where('id', '=', row.id)
      .execute();
    expect(await noteTextMissing(lab.app.deps, row.id)).toBe(true);
    expect(entered()).toEqual(nothingOf(company.id));
  });

  test('during an email reply and a bounce', async () => {
    const { company, lead, replyTo, sent } = await lab.person();
    planted.length = 0;
    expect(await lab.fateOf(raw({ to: replyTo, from: lead.email }))).toBe('taken');
    expect(entered()).toEqual(nothingOf(company.id));
    planted.length = 0;
    const to = `bounce+${mailToken(sent.id, lab.app.config.APP_SECRET, 'bounce')}@${DOMAIN}`;
    expect(await lab.fateOf(complaint(to))).toBe('report');
    expect(entered()).toEqual(nothingOf(company.id));
  });

  test('during an admin’s retry, and a company’s plan in the admin panel', async () => {
    const { company } = await dueFollowUp(lab);
    lab.sandbox.faults.set('twilio', 'reject', null);
    await lab.drain(company);
    lab.sandbox.faults.set('twilio', 'none', null);
    planted.length = 0;
    const row = await onlyFollowUp(lab, company);
    expect(await retryMessage(lab.app.deps, await admin(), row.id)).toBe(true);
    expect(entered()).toEqual(nothingOf(company.id));
    planted.length = 0;
    await getCompany(lab.app.deps, company.id);
    expect(entered()).toEqual(nothingOf(company.id));
  });

  test('during platform emails, which no company can see', async () => {
    await lab.drainPlatform();
    expect(entered()).toEqual(nothingOf(null));
  });

  test('during a received payment', async () => {
    const billing: BillingLab = await startBillingLab();
    try {
      await billing.app.a.lead(await billing.app.a.company());
      const { company, estimate } = await startJob(billing);
      const of = { companyId: company.id, estimateId: estimate.id };
      const session = sessionOf(await startEstimatePayment(billing.deps, { ...of, what: 'deposit' }));
      await billing.act('checkouts', session, 'complete', {});
      planted.length = 0;
      await billing.work();
      expect(entered()).toEqual(nothingOf(company.id));
    } finally {
      await billing.close();
    }
  });
});

describe('a transaction that entered a company', () => {
  test('restores the previous role after nesting, an error and a commit', async () => {
    const [one, other] = [await lab.app.a.company(), await lab.app.a.company()];
    const whereIn = async (tx: SystemTx) => (await tx.selectFrom('company_profiles').select('id').execute()).length;
    await lab.app.deps.system.transaction().execute(async (tx) => {
      const all = await whereIn(tx);
      expect(all).toBeGreaterThan(2);
      await asCompany(tx, one.id, async (its) => {
        expect(await whereIn(its)).toBe(1);
        await asCompany(tx, other.id, async () => undefined);
        const [left] = await its.selectFrom('company_profiles').select('id').execute();
        expect(left?.id).toBe(one.id);
      });
      const failing = asCompany(tx, one.id, () => Promise.reject(new Error('a use case refuses')));
      await expect(failing).rejects.toThrow('a use case refuses');
      expect(await whereIn(tx)).toBe(all);
    });
    await lab.app.deps.system.transaction().execute(async (tx) => expect(await whereIn(tx)).toBeGreaterThan(2));
  });

  test('can’t write rows of another company or of the platform', async () => {
    const [one, other] = [await lab.app.a.company(), await lab.app.a.company()];
    for (const companyId of [other.id, null]) {
      const smuggling = lab.app.deps.system.transaction().execute((tx) =>
        asCompany(tx, one.id, (its) =>
          its
            .insertInto('opt_outs')
            .values({
              company_id: companyId,
              channel: 'sms',
              address: '+12085550000',
              sender: TWILIO.from,
              source: 'reply',
              words: null,
              created_at: new Date(NOON),
              lifted_at: null,
            })
            .execute(),
        ),
      );
      await expect(smuggling).rejects.toThrow(/row-level security/);
    }
  });
});
