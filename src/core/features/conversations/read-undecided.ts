import type { UndecidedMessage } from '#shared/features/conversations/conversations.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { openDecisions } from '../permission/unsure-replies.ts';

/** Returns the messages that make a lead's `awaitsDecision` true, oldest first. Throws NOT_FOUND if there's no such lead. */
export const readUndecided = (
  { db }: Pick<Deps, 'db'>,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<UndecidedMessage[]> =>
  inCompany(db, companyId, async (tx) => {
    const lead = await tx
      .selectFrom('leads')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (!lead) throw notFound('this lead');
    return (await openDecisions(tx, companyId, leadId)).map(({ id, lead_id, channel, body, at }) => ({
      messageId: id,
      leadId: lead_id,
      channel,
      text: body,
      at: at.toISOString(),
    }));
  });
