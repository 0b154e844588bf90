import type { StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import type { OwedView } from '#shared/features/payments/payments.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { listBindingVersions } from '../estimates/read-version.ts';
import { stagesOf } from '../estimates/stages-of.ts';
import { owingLeads } from '../leads/lead-counts.repository.ts';

/**
 * Returns who owes money for an open job, starting with the lead that has owed it longest. `nextDue` is the first day from
 * which a stage that isn't paid is due. Null while no such day is known, for example because the work isn't done.
 * `nextStep` then says what the next stage waits for.
 */
export const listOwed = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, companyId: CompanyId): Promise<OwedView[]> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const { rows } = await owingLeads(companyId).execute(tx);
    const versions = await listBindingVersions(tx, { companyId, leadIds: rows.map(({ id }) => id), at });
    return rows.map((row) => {
      const version = versions.find(({ estimate }) => estimate.lead_id === row.id);
      const open = version ? stagesOf({ version, money: row, at }).filter(({ status }) => status !== 'paid') : [];
      const nextDue = firstDay(open);
      return {
        leadId: row.id,
        name: row.name,
        balanceCents: row.owed_cents,
        since: row.agreed_at.toISOString(),
        nextDue,
        nextStep: nextDue === null ? (open[0]?.due ?? null) : null,
      };
    });
  });

const firstDay = (open: readonly StageNow[]): string | null =>
  open.flatMap(({ dueOn }) => (dueOn === null ? [] : [dueOn])).toSorted()[0] ?? null;
