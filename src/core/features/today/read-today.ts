import { dueNow, type StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import type { TodayView } from '#shared/features/today/today.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import { readInCompany } from '../../platform/db/read-together.ts';
import type { Deps } from '../../platform/deps.ts';
import { listBindingVersions } from '../estimates/read-version.ts';
import { stagesOf } from '../estimates/stages-of.ts';
import { countInReview } from '../leads/lead-counts.repository.ts';
import { viewPlannedVisit, visitsToday } from '../leads/planned-visits.ts';
import {
  dueCalls,
  type MayOweNow,
  mayOweNow,
  toEstimate,
  unanswered,
  undecided,
  unreadElsewhere,
} from './today.repository.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

const personOf = ({ id, name }: { id: LeadId; name: string }) => ({ leadId: id, name });

/** Returns what to do today, for the leads that the requester may see. */
export async function readToday({ db, clock }: ReadDeps, companyId: CompanyId): Promise<TodayView> {
  const now = clock.now();
  const [visits, [decision], [answer], [unread], [review], calls, [fresh], owing] = await Promise.all([
    readInCompany(db, companyId, visitsToday(companyId, now)),
    readInCompany(db, companyId, undecided(companyId)),
    readInCompany(db, companyId, unanswered(companyId)),
    readInCompany(db, companyId, unreadElsewhere(companyId)),
    readInCompany(db, companyId, countInReview(db, companyId)),
    readInCompany(db, companyId, dueCalls(companyId, now)),
    readInCompany(db, companyId, toEstimate(companyId)),
    readInCompany(db, companyId, mayOweNow(companyId)),
  ]);
  const money = owing.length === 0 ? [] : await dueOf({ db, companyId, owing, at: now });
  return {
    visits: visits.map(viewPlannedVisit),
    decisions: { count: decision?.count ?? 0, first: decision ? personOf(decision) : null },
    answers: { count: answer?.count ?? 0, first: answer ? { ...personOf(answer), answer: answer.answer } : null },
    unread: { count: unread?.count ?? 0, messages: unread?.messages ?? 0, first: unread ? personOf(unread) : null },
    review: review?.count ?? 0,
    calls: {
      count: calls[0]?.count ?? 0,
      first: calls.map(({ phone, why, ...call }) => ({ ...personOf(call), phone, why })),
    },
    estimates: { count: fresh?.count ?? 0, first: fresh ? personOf(fresh) : null },
    money: {
      count: money.length,
      cents: money.reduce((sum, { cents }) => sum + cents, 0),
      first: money[0] ?? null,
    },
  };
}

type DueMoney = NonNullable<TodayView['money']['first']>;

interface Owed extends Pick<ReadDeps, 'db'> {
  companyId: CompanyId;
  owing: readonly MayOweNow[];
  at: Date;
}

/** Returns what is due now of what these leads owe and isn't on its way, the longest due first. */
const dueOf = ({ db, companyId, owing, at }: Owed): Promise<DueMoney[]> =>
  inCompany(db, companyId, async (tx) => {
    const versions = await listBindingVersions(tx, { companyId, leadIds: owing.map(({ id }) => id), at });
    const ofLead = new Map(versions.map((version) => [version.estimate.lead_id, version]));
    return owing
      .flatMap((row): DueMoney[] => {
        const version = ofLead.get(row.id);
        if (!version) return [];
        const stages = stagesOf({ version, money: row, at });
        const cents = Math.min(dueNow(stages), row.owed_cents) - row.on_its_way_cents;
        return cents > 0 ? [{ ...personOf(row), cents, since: firstDue(stages) }] : [];
      })
      .toSorted((one, other) => (one.since ?? '').localeCompare(other.since ?? ''));
  });

const firstDue = (stages: readonly StageNow[]): string | null =>
  stages.flatMap(({ status, dueOn }) => (status === 'due' && dueOn !== null ? [dueOn] : [])).toSorted()[0] ?? null;
