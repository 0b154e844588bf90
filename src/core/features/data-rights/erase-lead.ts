import { sql } from 'kysely';
import type { ErasureView } from '#shared/features/data-rights/data-rights.schema.ts';
import { KEPT, KEPT_KINDS, type KeptKind } from '#shared/features/data-rights/retention.rules.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { asCompany, type SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { forgetPayers } from '../billing/operations.repository.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { touchLead } from '../lead-rows/write-leads.ts';
import { endOrLeave } from '../payments/end-open-payments.ts';
import { selectPayments } from '../payments/payments.repository.ts';
import { recordCompanyAct, type TeamActor } from '../team/team-act.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { isSending } from './erase-messages.ts';
import { eraseRecords } from './erase-records.ts';

interface OfLead {
  companyId: CompanyId;
  leadId: LeadId;
}

/** Counts what the law lets or makes the company keep of a lead. */
async function countKept(tx: CompanyTx, { companyId, leadId }: OfLead): Promise<ErasureView['kept']> {
  const whose = sql`company_id = ${companyId} and lead_id = ${leadId}`;
  const { rows } = await sql<Record<KeptKind, number>>`select
    (select count(*) from consents where ${whose}) as consents,
    (select count(*) from opt_outs where company_id = ${companyId} and lifted_at is null
      and address in (select email from leads where id = ${leadId} union select phone from leads where id = ${leadId}
        union select phone from consents where ${whose})) as "optOuts",
    (select count(*) from estimate_acceptances where ${whose})
      + (select count(*) from change_signatures s join estimate_changes c on c.id = s.change_id
        join estimates e on e.id = c.estimate_id where e.company_id = ${companyId} and e.lead_id = ${leadId}) as contracts,
    (select count(*) from payments where ${whose} and (paid_at is not null or status = 'processing')) as payments`.execute(
    tx,
  );
  return KEPT_KINDS.flatMap((kind) => {
    const count = rows[0]?.[kind] ?? 0;
    const { what, years, why } = KEPT[kind];
    return count === 0 ? [] : [{ what, count, years, why }];
  });
}

/** Returns what stays of a lead when it's erased. Throws NOT_FOUND. */
export const readErasure = (deps: Pick<Deps, 'db'>, { companyId, leadId }: OfLead): Promise<ErasureView> =>
  inCompany(deps.db, companyId, async (tx) => {
    const lead = await tx
      .selectFrom('leads')
      .select('erased_at')
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (!lead) throw notFound('this lead');
    return {
      leadId,
      erasedAt: lead.erased_at?.toISOString() ?? null,
      kept: await countKept(tx, { companyId, leadId }),
    };
  });

/**
 * Erases one homeowner: name, email, phone, street address, notes, words, drawings and links. What the law keeps stays,
 * and the answer names it. Nothing that was waiting is sent anymore. Erasing again changes nothing. Throws NOT_FOUND.
 * Throws CONFLICT if a message is being handed to its provider right now.
 */
export async function eraseLead(
  deps: SystemDeps & StripeDeps & Pick<Deps, 'db' | 'clock'>,
  by: TeamActor,
  leadId: LeadId,
): Promise<ErasureView> {
  const of = { companyId: by.companyId, leadId };
  const at = deps.clock.now();
  const done = await deps.system.transaction().execute(async (tx) => {
    const erased = await asCompany(tx, by.companyId, (inside) => eraseIn(inside, { ...of, at }));
    if (erased) await recordCompanyAct(tx, { by, action: 'lead.erased', after: { leadId }, at });
    return erased;
  });
  if (!done) return readErasure(deps, of);
  // If Stripe doesn't answer, the sweep expires the checkout.
  for (const payment of done.open) await endOrLeave(deps, payment);
  if (done.open.length > 0)
    await inCompany(deps.db, by.companyId, (tx) => forgetPayers(tx, { companyId: by.companyId, leadIds: [leadId] }));
  return { leadId, erasedAt: at.toISOString(), kept: done.kept };
}

async function eraseIn(tx: CompanyTx, { companyId, leadId, at }: OfLead & { at: Date }) {
  const lead = await lockLead(tx, companyId, leadId);
  if (!lead) throw notFound('this lead');
  if (lead.erased_at !== null) return undefined;
  const of = { companyId, leadIds: [leadId], at };
  if (await isSending(tx, of))
    throw new AppError('A message about this lead is being sent right now. Try again in a minute', 'CONFLICT');
  const open = await selectPayments(tx)
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('status', '=', 'open')
    .execute();
  const kept = await countKept(tx, { companyId, leadId });
  await eraseRecords(tx, of);
  const note = { text: 'Erased the homeowner from this lead', automatic: true };
  await addTimelineEvent(tx, { companyId, leadId, kind: 'note', at, data: note });
  await touchLead(tx, companyId, leadId);
  return { open, kept };
}
