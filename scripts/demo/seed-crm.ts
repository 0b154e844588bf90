import type { CompanyRow } from '#core/features/company/company.table.ts';
import { insertPipeline } from '#core/features/deals/new-pipeline.ts';
import { type DealChange, noteDeals } from '#core/features/deals/note-deals.ts';
import { GAP } from '#core/features/deals/deal-order.ts';
import type { CompanyTx } from '#core/platform/db/app.ts';
import type { PipelineView } from '#shared/features/crm/crm.schema.ts';
import { DAY } from '#shared/primitives/durations.ts';

interface SampleDeal {
  title: string;
  cents: number | null;
  note: string;
  /** The index of the deal's stage in the pipeline. */
  stage: number;
  days: number;
  lost?: true;
}

const BIDS: readonly SampleDeal[] = [
  { title: 'Cottonwood Storage, phase 2', cents: 2_130_000, note: '640 ft, Black Metal', stage: 0, days: 2 },
  { title: 'Larkspur Village pool fence', cents: null, note: 'Waiting on the HOA board', stage: 0, days: 4 },
  { title: 'Foothill Church lot line', cents: null, note: 'Measure on Tuesday', stage: 0, days: 6 },
  { title: 'Quail Ridge HOA, east boundary', cents: 3_840_000, note: '1,250 ft, 6ft Wood Picket', stage: 1, days: 3 },
  { title: 'Gem Street duplexes', cents: 945_000, note: '310 ft, Vinyl', stage: 1, days: 8 },
  { title: 'Eastside Elementary ball field', cents: 1_295_000, note: '380 ft, Black Metal', stage: 2, days: 5 },
  { title: 'Harlan Dairy, road frontage', cents: 1_650_000, note: '900 ft, 4ft Wood Picket', stage: 2, days: 12 },
  { title: 'Riverbend Townhomes, units 1 to 8', cents: 1_824_000, note: '560 ft, Vinyl', stage: 3, days: 14 },
  {
    title: 'Canyon Mini Mart dumpster pad',
    cents: 310_000,
    note: 'Went with a cheaper bid',
    stage: 2,
    days: 20,
    lost: true,
  },
];
const SERVICE: readonly SampleDeal[] = [
  { title: 'Quail Ridge HOA, gate sags', cents: 28_000, note: 'North gate, two hinges', stage: 0, days: 1 },
];

/** Creates a customer of the demo company with its bids, all dated before `now`. */
export async function seedCrm(tx: CompanyTx, { company, now }: { company: CompanyRow; now: Date }): Promise<void> {
  const at = new Date(now.getTime() - 30 * DAY);
  const { id: orgId } = await tx
    .insertInto('organizations')
    .values({ company_id: company.id, name: 'Treasure Valley Commercial', created_by: company.user_id, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const pipelineOf = (name: string) => insertPipeline(tx, { companyId: company.id, orgId, name, at });
  await insertDeals(tx, { company, now, pipeline: await pipelineOf('HOA and commercial bids') }, BIDS);
  await insertDeals(tx, { company, now, pipeline: await pipelineOf('Service calls') }, SERVICE);
}

async function insertDeals(
  tx: CompanyTx,
  { company, now, pipeline }: { company: CompanyRow; now: Date; pipeline: PipelineView },
  deals: readonly SampleDeal[],
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  for (const [index, { title, cents, note, stage, days, lost }] of deals.entries()) {
    const into = pipeline.stages[stage];
    if (!into) throw new Error(`the demo has no stage ${stage}`);
    const createdAt = daysAgo(days + 5);
    const lostAt = lost ? daysAgo(days - 10) : null;
    const deal = await tx
      .insertInto('deals')
      .values({
        company_id: company.id,
        org_id: pipeline.orgId,
        pipeline_id: pipeline.id,
        stage_id: into.id,
        title,
        amount_cents: cents,
        note,
        position: index * GAP,
        lead_id: null,
        stage_since: daysAgo(days),
        lost_at: lostAt,
        lost_reason: lost ? 'price' : null,
        created_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const noteAt = (when: Date, change: Omit<DealChange, 'dealId'>) =>
      noteDeals(tx, { companyId: company.id, at: when }, [{ dealId: deal.id, ...change }]);
    await noteAt(createdAt, { kind: 'created', became: pipeline.stages[0]?.name });
    if (stage > 0) await noteAt(daysAgo(days), { kind: 'moved', was: pipeline.stages[0]?.name, became: into.name });
    if (lostAt) await noteAt(lostAt, { kind: 'lost', became: 'price' });
  }
}
