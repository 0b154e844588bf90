import type { CompanyTx } from '#core/platform/db/app.ts';
import { addTimelineEvent } from '#core/features/timeline/timeline.repository.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { CONSENT_VERSION, consentText } from '#shared/features/permission/text-consent.words.ts';
import type { MaterialId } from '#shared/primitives/ids.ts';
import { seedEstimate } from './seed-estimate.ts';
import { seedFollowUps } from './seed-follow-ups.ts';
import { chosenLeads, type SampleLead, type Story } from './stories.ts';

export interface DemoContext {
  tx: CompanyTx;
  company: CompanyRow;
  now: Date;
  secret: string | undefined;
  /** The number that texts are sent from, in E.164. */
  textsFrom: string;
}

export interface DemoLead {
  lead: LeadRow;
  story: Story;
}

/** Creates the demo company's leads with their history, all dated before `now`. */
export async function seedLeads(
  tx: CompanyTx,
  { company, now, secret, textsFrom }: Omit<DemoContext, 'tx'>,
): Promise<void> {
  const context: DemoContext = { tx, company, now, secret, textsFrom };
  const materials = await tx
    .selectFrom('materials')
    .select(['id', 'name'])
    .where('company_id', '=', company.id)
    .execute();
  for (const { lead: sample, story, createdAt } of chosenLeads(now)) {
    const material = materials.find(({ name }) => name === sample.materialType);
    const lead = await insertLead(context, { sample, materialId: material?.id ?? null, createdAt });
    await seedFollowUps(context, { lead, story });
    await seedEstimate(context, { lead, story });
  }
}

async function insertLead(
  { tx, company }: DemoContext,
  { sample, materialId, createdAt }: { sample: SampleLead; materialId: MaterialId | null; createdAt: Date },
): Promise<LeadRow> {
  const source = sample.source === 'widget' ? 'widget' : 'manual';
  const lead = await tx
    .insertInto('leads')
    .values({
      company_id: company.id,
      name: sample.name,
      email: sample.email,
      homeowner_email: source === 'widget' ? sample.email : null,
      counted_as_recipient_at: createdAt,
      phone: sample.phone,
      address: sample.address,
      zip: sample.zip,
      perimeter_ft: sample.perimeter,
      gate_count: sample.gateCount,
      material_id: materialId,
      material_type: sample.materialType,
      quote_cents: sample.quoteCents,
      notes: sample.notes,
      source,
      created_at: createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addTimelineEvent(tx, {
    companyId: company.id,
    leadId: lead.id,
    kind: 'lead_created',
    at: createdAt,
    data: {
      source,
      perimeter: sample.perimeter,
      gateCount: sample.gateCount,
      materialType: sample.materialType,
      quoteCents: sample.quoteCents,
      notes: sample.notes,
    },
  });
  if (sample.smsConsent && sample.phone !== null)
    await tx
      .insertInto('consents')
      .values({
        company_id: company.id,
        lead_id: lead.id,
        phone: sample.phone,
        method: source === 'widget' ? 'widget' : 'written',
        text: consentText(company.name),
        version: CONSENT_VERSION,
        at: createdAt,
      })
      .execute();
  return lead;
}
