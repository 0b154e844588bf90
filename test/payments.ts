import type { MailedLead } from './builders.ts';
import { insertAcceptance } from '#core/features/agreements/accept-estimate.ts';
import { documentOf } from '#core/features/estimates/estimate-document.ts';
import { getVersion } from '#core/features/estimates/read-version.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { EstimateRow } from '#core/features/estimates/estimates.table.ts';
import type { PaymentRow } from '#core/features/payments/payments.table.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { BillingLab } from './billing.ts';
import type { Caller } from './caller.ts';

/**
 * A company whose account can take payments, and a lead with a sent estimate of $1,702.08 and a deposit of one half.
 */
export interface Job {
  company: CompanyRow;
  caller: Caller;
  account: string;
  lead: MailedLead;
  estimate: EstimateRow;
}

/** Creates an account in the Stripe stand-in that can take payments. */
export async function openAccount(lab: BillingLab): Promise<string> {
  const { id } = await lab.stripe.accounts.create({ type: 'standard', email: 'owner@picket.test' });
  await lab.act('accounts', id, 'complete');
  return id;
}

export async function startJob(
  lab: BillingLab,
  given: {
    company?: Parameters<BillingLab['app']['a']['company']>[0];
    estimate?: Parameters<BillingLab['app']['a']['estimate']>[2];
  } = {},
): Promise<Job> {
  const account = await openAccount(lab);
  const company = await lab.app.a.company({ stripe_account_id: account, stripe_connected: true, ...given.company });
  const lead = await lab.app.a.lead(company, { status: 'estimate_sent' });
  const estimate = await lab.app.a.estimate(company, lead, given.estimate);
  return { company, caller: await lab.app.callerFor(company), account, lead, estimate };
}

/** Signs the version as the homeowner would on the estimate page. */
export const sign = (
  lab: { deps: Pick<BillingLab['deps'], 'db'>; app: Pick<BillingLab['app'], 'clock'> },
  { company, estimate, lead }: Pick<Job, 'company' | 'estimate' | 'lead'>,
): Promise<void> =>
  inCompany(lab.deps.db, company.id, async (tx) => {
    const at = lab.app.clock.now();
    const version = await getVersion(tx, { companyId: company.id, id: estimate.id, at });
    const signing = { token: '', name: lead.name, ip: '127.0.0.1', userAgent: 'test', addOnIds: [] };
    await insertAcceptance(tx, { version, at, document: documentOf(version), signing });
  });

export const paymentsOf = (lab: BillingLab, { lead }: Pick<Job, 'lead'>): Promise<PaymentRow[]> =>
  lab.deps.system.selectFrom('payments').selectAll().where('lead_id', '=', lead.id).orderBy('id').execute();

/** Changes the job's checkouts as if their URLs had been created a minute ago. */
export const handedOutBefore = async (lab: BillingLab, { lead }: Pick<Job, 'lead'>): Promise<void> => {
  await lab.deps.system
    .updateTable('payments')
    .set({ handed_out_at: new Date(Date.now() - MINUTE) })
    .where('lead_id', '=', lead.id)
    .execute();
};

export const timelineOf = async (lab: BillingLab, { lead }: Pick<Job, 'lead'>) => {
  const rows = await lab.deps.system
    .selectFrom('timeline_events')
    .select(['kind', 'data'])
    .where('lead_id', '=', lead.id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, data }) => {
    const outcome = typeof data['outcome'] === 'string' ? ` ${data['outcome']}` : '';
    return `${kind}${outcome}`;
  });
};

export const statusOf = async (lab: BillingLab, { lead, estimate }: Pick<Job, 'lead' | 'estimate'>) => {
  const { status } = await lab.deps.system
    .selectFrom('leads')
    .select('status')
    .where('id', '=', lead.id)
    .executeTakeFirstOrThrow();
  const row = await lab.deps.system
    .selectFrom('estimates')
    .select('status')
    .where('id', '=', estimate.id)
    .executeTakeFirstOrThrow();
  return { lead: status, estimate: row.status };
};

/** Returns the outgoing messages for this lead except follow-ups, such as 'payment.notice email'. */
export const queuedFor = async (lab: BillingLab, { lead }: Pick<Job, 'lead'>): Promise<string[]> => {
  const rows = await lab.deps.system
    .selectFrom('messages')
    .select(['kind', 'channel', 'to_address', 'payload'])
    .where('lead_id', '=', lead.id)
    .where('schedule_id', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, channel, payload }) =>
    [kind, channel, payload['news']].filter((word) => typeof word === 'string').join(' '),
  );
};
