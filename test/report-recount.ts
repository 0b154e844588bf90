import { sql } from 'kysely';
import type { ReportFilters } from '#shared/features/reports/reports.schema.ts';
import type { SystemDb } from '#core/platform/db/system.ts';

interface Lead {
  id: string;
  source: string;
  material_id: string | null;
  material_type: string | null;
  zip: string | null;
  assigned_to: string | null;
  status: string;
  outcome: string | null;
  outcome_reason: string | null;
  quote_cents: number | null;
  estimate_sent_at: Date | null;
  created_at: Date;
}
interface Rows {
  leads: Lead[];
  estimates: {
    id: string;
    lead_id: string;
    version: number;
    total_cents: number;
    sent_at: Date;
    first_viewed_at: Date | null;
    declined_at: Date | null;
    decline_reason: string | null;
  }[];
  acceptances: { lead_id: string; estimate_id: string; total_cents: number; at: Date }[];
  payments: {
    lead_id: string;
    estimate_id: string;
    paid_at: Date;
    amount_cents: number;
    refunded_cents: number;
    status: string;
    extra: boolean;
    month: string;
  }[];
  messages: { lead_id: string; direction: string; kind: string; status: string; automated: boolean; at: Date }[];
  calls: { lead_id: string; outcome: string; at: Date }[];
  followUps: { lead_id: string; step: number; status: string; sent_at: Date | null }[];
}

/** Reads the period's leads and all their rows. Postgres computes each lead's day in this zone. */
async function readRows(system: SystemDb, companyId: string, asked: Asked): Promise<Rows> {
  const all = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(system)).rows;
  const { from, to, zone } = asked;
  return {
    leads: await all(sql<Lead>`select * from leads where company_id = ${companyId} and held_at is null
      and (created_at at time zone ${zone})::date between ${from}::date and ${to}::date`),
    estimates: await all(sql`select * from estimates where company_id = ${companyId}`),
    acceptances: await all(sql`select * from estimate_acceptances where company_id = ${companyId}`),
    payments: await all(sql`select *, to_char(paid_at at time zone ${zone}, 'YYYY-MM') as month from payments
      where company_id = ${companyId} and paid_at is not null`),
    messages: await all(sql`select * from messages where company_id = ${companyId}`),
    calls: await all(sql`select lead_id, data ->> 'call' as outcome, at from timeline_events
      where company_id = ${companyId} and kind = 'note' and data ? 'call'`),
    followUps: await all(sql`select * from follow_up_messages where company_id = ${companyId}`),
  };
}

interface Asked {
  from: string;
  to: string;
  zone: string;
  filters: ReportFilters;
  now: Date;
}

/** Ranges of days since acceptance. Both ends are inclusive. */
const AGES = [
  [0, 7],
  [8, 30],
  [31, 60],
  [61, Infinity],
] as const;

const DAY_MS = 86_400_000;
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const SENT = ['sent', 'delivered'];

/** Computes a report in a simple way, lead by lead, without using the product's code. */
export async function recount(system: SystemDb, companyId: string, asked: Asked) {
  const rows = await readRows(system, companyId, asked);
  const { source, materialId, zip, userId } = asked.filters;
  const leads = rows.leads
    .filter((lead) => source === undefined || lead.source === source)
    .filter((lead) => materialId === undefined || lead.material_id === materialId)
    .filter((lead) => zip === undefined || lead.zip === zip)
    .filter((lead) => userId === undefined || lead.assigned_to === userId)
    .map((lead) => countLead(lead, rows));
  const minutes = leads.flatMap(({ answer }) => answer ?? []).toSorted((a, b) => a - b);
  const groups = (of: (lead: Lead) => string | null) => {
    const names = [...new Set(leads.flatMap(({ lead }) => of(lead) ?? []))];
    return Object.fromEntries(
      names.map((name) => {
        const group = leads.filter(({ lead }) => of(lead) === name);
        const won = group.filter((one) => one.won);
        return [
          name,
          {
            leads: group.length,
            sent: group.filter(({ stage }) => stage >= 2).length,
            won: won.length,
            wonCents: sum(won.map(({ wonCents }) => wonCents)),
          },
        ];
      }),
    );
  };
  const tally = (names: readonly string[]) =>
    Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));
  const reach = (stage: number) => leads.filter((lead) => lead.stage >= stage).length;
  const months = leads.flatMap(({ received }) => received);
  const won = leads.filter((lead) => lead.won);
  const owing = leads.flatMap(({ lead, owed, signedAt }) =>
    signedAt && owed > 0
      ? [{ id: lead.id, owed, days: Math.floor((asked.now.getTime() - signedAt.getTime()) / DAY_MS) }]
      : [],
  );
  const ages = AGES.map(([from, to]) => {
    const group = owing.filter(({ days }) => (days >= from || from === 0) && days <= to);
    return { from, leads: group.length, cents: sum(group.map(({ owed }) => owed)), ids: group.map(({ id }) => id) };
  });
  return {
    leads: leads.length,
    firstAnswerMinutes:
      minutes.length === 0 ? null : { median: percentile(minutes, 0.5), p90: percentile(minutes, 0.9) },
    answered: minutes.length,
    funnel: {
      new: reach(0),
      contacted: reach(1),
      sent: reach(2),
      viewed: reach(3),
      accepted: reach(4),
      paid: reach(5),
    },
    won: won.length,
    winRate: leads.length === 0 ? null : won.length / leads.length,
    wonCents: sum(won.map(({ wonCents }) => wonCents)),
    outstandingCents: sum(leads.map(({ owed }) => owed)),
    depositedCents: sum(months.map(({ cents }) => cents)),
    bySource: groups((lead) => lead.source),
    byMaterial: groups((lead) => lead.material_type),
    byZip: groups((lead) => lead.zip),
    byPerson: groups((lead) => lead.assigned_to),
    steps: { sent: tally(leads.flatMap(({ sent }) => sent)), replies: tally(leads.flatMap(({ replied }) => replied)) },
    lostReasons: tally(leads.flatMap(({ reasons }) => reasons)),
    months: Object.fromEntries(
      [...new Set(months.map(({ month }) => month))]
        .map((month): [string, number] => [
          month,
          sum(months.filter((one) => one.month === month).map(({ cents }) => cents)),
        ])
        .filter(([, cents]) => cents !== 0),
    ),
    outstanding: Object.fromEntries(ages.map(({ from, leads: count, cents }) => [from, { leads: count, cents }])),
    owingByAge: Object.fromEntries(ages.map(({ from, ids }) => [`outstanding:${from}`, ids])),
    paidIn: (month: string) =>
      leads
        .filter(({ received }) => sum(received.filter((one) => one.month === month).map(({ cents }) => cents)) !== 0)
        .map(({ lead }) => lead.id),
    ids: leads.map(({ lead }) => lead.id),
    lost: leads.filter(({ reasons }) => reasons.length > 0).map(({ lead }) => lead.id),
  };
}

/** Like Postgres's percentile_cont, for sorted values. */
function percentile(values: readonly number[], part: number): number {
  const place = part * (values.length - 1);
  const low = values[Math.floor(place)] ?? 0;
  return low + ((values[Math.ceil(place)] ?? 0) - low) * (place - Math.floor(place));
}

function countLead(lead: Lead, rows: Rows) {
  const own = <Row extends { lead_id: string }>(all: readonly Row[]) => all.filter((row) => row.lead_id === lead.id);
  const estimates = own(rows.estimates).toSorted((a, b) => b.version - a.version);
  const versions = new Map(estimates.map(({ id, version }) => [id, version]));
  const [signed] = own(rows.acceptances).toSorted(
    (a, b) => (versions.get(b.estimate_id) ?? 0) - (versions.get(a.estimate_id) ?? 0),
  );
  const payments = own(rows.payments);
  // Money that a lost dispute returned wasn't received in the end.
  const kept = payments.filter(({ status }) => status !== 'dispute_lost');
  const received = kept.map((one) => ({ month: one.month, cents: one.amount_cents - one.refunded_cents }));
  const agreed = agreedOf(estimates, own(rows.acceptances), payments);
  const givenBack =
    payments.some((one) => one.estimate_id === agreed?.id) &&
    payments.every((one) => one.refunded_cents >= one.amount_cents);
  const isLost = lead.outcome === 'lost';
  const messages = own(rows.messages);
  const answers = [
    ...estimates.map(({ sent_at }) => sent_at),
    ...messages
      .filter(({ direction, kind }) => direction === 'out' && ['message.typed', 'mail.own'].includes(kind))
      .filter(({ status }) => SENT.includes(status))
      .map(({ at }) => at),
    ...own(rows.calls)
      .filter(({ outcome }) => outcome !== 'no_answer')
      .map(({ at }) => at),
  ].map((at) => at.getTime());
  const steps = own(rows.followUps)
    .flatMap(({ step, status, sent_at: at }) => (SENT.includes(status) && at ? [{ step, at: at.getTime() }] : []))
    .toSorted((a, b) => b.at - a.at || b.step - a.step);
  const replied = messages
    .filter(({ direction, automated }) => direction === 'in' && !automated)
    .flatMap(({ at }) => steps.find((step) => step.at <= at.getTime())?.step ?? []);
  const sent = estimates.length > 0 || lead.estimate_sent_at !== null || lead.status === 'estimate_sent';
  const viewed = estimates.some(({ first_viewed_at }) => first_viewed_at !== null);
  const stage = lead.status === 'paid' ? 5 : signed ? 4 : viewed ? 3 : sent ? 2 : lead.status === 'contacted' ? 1 : 0;
  const left = (agreed?.cents ?? 0) - sum(received.map(({ cents }) => cents));
  const reasons = [
    ...estimates.filter(({ declined_at }) => declined_at !== null).map(({ decline_reason }) => decline_reason),
    ...(lead.outcome === 'lost' ? [lead.outcome_reason] : []),
  ].map((reason) => reason?.trim() || 'No reason');
  return {
    lead,
    stage,
    won: (stage >= 4 || agreed !== undefined || lead.outcome === 'won') && !isLost && !givenBack,
    wonCents: agreed?.cents ?? estimates[0]?.total_cents ?? lead.quote_cents ?? 0,
    owed: agreed && !isLost && !givenBack ? Math.max(0, left) : 0,
    signedAt: agreed?.at ?? null,
    received,
    answer: answers.length === 0 ? null : Math.max(0, (Math.min(...answers) - lead.created_at.getTime()) / 60_000),
    sent: steps.map(({ step }) => String(step)),
    replied: replied.map(String),
    reasons,
  };
}

/** Returns the newest version that is signed or paid for, with its price and the time when it became binding. */
function agreedOf(estimates: Rows['estimates'], signatures: Rows['acceptances'], payments: Rows['payments']) {
  const binding = estimates.flatMap(({ id, version, total_cents: total }) => {
    const signature = signatures.find(({ estimate_id: of }) => of === id);
    if (signature) return [{ id, version, cents: signature.total_cents, at: signature.at }];
    const [first] = payments.filter(({ estimate_id: of }) => of === id).toSorted((a, b) => +a.paid_at - +b.paid_at);
    return first ? [{ id, version, cents: total, at: first.paid_at }] : [];
  });
  return binding.toSorted((a, b) => b.version - a.version)[0];
}
