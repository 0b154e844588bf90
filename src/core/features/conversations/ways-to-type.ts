import { languageOf } from '#shared/primitives/language.ts';
import type { WaysView } from '#shared/features/conversations/conversations.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { Deps } from '../../platform/deps.ts';
import { placeOf } from '../../platform/us-data/index.ts';
import { isEnteredByHand, relationTo } from '../trust/relation.ts';
import { checkMail, findMailOptOuts } from '../permission/check-mail.ts';
import { getCompany } from '../delivery/rows.ts';
import { isFirstText } from '../permission/first-text.ts';
import { nextSubject } from './mail-subject.ts';
import { permissionOf, smsPermissions } from '../permission/sms-permission.ts';
import { openingForTyped } from '../delivery/typed-text.ts';

/**
 * Returns how the contractor can currently message a lead. If a channel is unavailable, also returns the reason and, if
 * known, the time when the channel becomes available. Throws NOT_FOUND.
 */
export const waysToType = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<WaysView> =>
  inCompany(db, companyId, async (tx) => {
    const lead = await tx
      .selectFrom('leads')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (!lead) throw notFound('this lead');
    const company = await getCompany(tx, companyId);
    const byHand = isEnteredByHand(await relationTo(tx, lead));
    const verdict = checkMail(
      { company, to: lead.email, commercial: byHand, optOutBinds: byHand },
      await findMailOptOuts(tx, company.id, [lead.email]),
    );
    return {
      sms: await byText(tx, { company, lead, now: clock.now() }),
      email: {
        allowed: verdict === null,
        reason: verdict?.reason ?? null,
        subject: await nextSubject(tx, { companyId, leadId, companyName: company.name, language: languageOf(lead) }),
      },
      companyName: company.name,
      zone: placeOf({ ...lead, companyZone: company.time_zone }).zone,
    };
  });

async function byText(
  tx: CompanyTx,
  { company, lead, now }: { company: CompanyRow; lead: LeadRow; now: Date },
): Promise<WaysView['sms']> {
  const { phone } = lead;
  const permission = permissionOf(await smsPermissions(tx, { company, phones: phone === null ? [] : [phone] }), phone);
  if (!permission.allowed || phone === null) return { ...permission, opensAt: null, why: null, first: false };
  const { place, zone } = placeOf({ ...lead, companyZone: company.time_zone });
  const opening = await openingForTyped(tx, { rowId: null, company, leadId: lead.id, phone, place, zone, now });
  const first = await isFirstText(tx, company.id, phone);
  if (!opening) {
    const reason = 'Texting laws leave no time of day to text this number';
    return { allowed: false, refusal: 'no_lawful_hour', reason, opensAt: null, why: null, first };
  }
  const waits = opening.why !== null;
  return {
    allowed: true,
    refusal: null,
    reason: null,
    opensAt: waits ? opening.at.toISOString() : null,
    why: opening.why,
    first,
  };
}
