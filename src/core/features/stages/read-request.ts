import { isTooLate } from '#shared/features/follow-ups/due-dates.rules.ts';
import { dueNow, type StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { type Payable, readPayable } from '../balances/payable.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { ensureShortUrl, estimateUrl, findTokens } from '../estimates/estimate-links.ts';
import { findVersion } from '../estimates/read-version.ts';
import type { RenderContext } from '../messages/define-message.ts';
import type { NothingToSend } from '../messages/outgoing.ts';
import { UNSURE_REASON, unsureAmong } from '../permission/unsure-replies.ts';
import { lastDue, sinceWhen } from './stage-since.ts';

export type StageContext = RenderContext<{ estimateId: EstimateId; position: number; since: string; day: number }>;

/** What a message about the payment plan asks for. */
export interface Request {
  leadName: string;
  version: Version;
  /** The name of the due stage. Null if several are due. */
  label: string | null;
  /** Everything that is due now, in cents. */
  cents: number;
  /** Whether it can be paid online. */
  online: boolean;
}

/** A signed version with the lead's name and what can be paid for it, or why nobody is written to about it. */
export async function readSigned(
  { tx, row, company, clock }: Pick<RenderContext, 'tx' | 'row' | 'company' | 'clock'>,
  estimateId: EstimateId,
): Promise<{ leadName: string; version: Version; payable: Payable } | NothingToSend> {
  const at = clock.now();
  const lead = await tx
    .selectFrom('leads')
    .select(['name', 'archived_at', 'outcome'])
    .where('company_id', '=', company.id)
    .where('id', '=', row.lead_id)
    .executeTakeFirst();
  const version = await findVersion(tx, { companyId: company.id, id: estimateId, at });
  if (!lead || !version?.acceptance) return { skip: 'The estimate no longer exists' };
  if (lead.archived_at) return { skip: 'The lead is archived' };
  if (lead.outcome === 'lost') return { skip: 'The lead is marked lost' };
  // In English, because the contractor reads the reason.
  const payable = await readPayable(tx, { companyId: company.id, estimateId, language: DEFAULT_LANGUAGE, at });
  return { leadName: lead.name, version, payable };
}

/** Reads what a claimed message asks for, or why it isn't sent. The sender has locked the lead, as payments do. */
export async function readRequest(context: StageContext): Promise<Request | NothingToSend> {
  const { row, payload, clock } = context;
  const signed = await readSigned(context, payload.estimateId);
  if ('skip' in signed) return signed;
  const { leadName, version, payable } = signed;
  const { stages, state, closed } = payable;
  const stage = stages[payload.position - 1];
  if (!stage) return { skip: 'The payment plan was changed' };
  if (stage.status === 'paid') return { skip: 'It’s paid' };
  const since = sinceWhen(version, stages);
  if (stage.status !== 'due' || since[payload.position - 1]?.toISOString() !== payload.since)
    return { skip: 'It isn’t due anymore' };
  if (lastDue(stages, since) !== payload.position - 1) return { skip: 'A later stage asks for this, too' };
  if (closed) return { skip: closed.message };
  if (await mayBeOptOut(context)) return { skip: UNSURE_REASON };
  if (isTooLate(row.first_due_at ?? row.due_at, clock.now()))
    return { skip: 'Too late: it couldn’t be sent within 72 hours' };
  return { leadName, version, label: labelOf(stages), cents: dueNow(stages), online: state.connected };
}

/** Whether the contractor must still decide about a possible opt-out from texts (C8). */
const mayBeOptOut = async ({ tx, company, row }: StageContext): Promise<boolean> =>
  row.channel === 'sms' && row.lead_id !== null && (await unsureAmong(tx, company.id, [row.lead_id])).has(row.lead_id);

/** Returns the name of the due stage, or null if none or several are due. */
export const labelOf = (stages: readonly StageNow[]): string | null => {
  const [one, ...others] = stages.filter(({ status }) => status === 'due');
  return one && others.length === 0 ? one.label : null;
};

/** Returns the link to the estimate's page, or null if it was revoked. Texts get the short link. */
export async function linkTo(
  { tx, company, config, row }: Pick<RenderContext, 'tx' | 'company' | 'config' | 'row'>,
  estimateId: EstimateId,
): Promise<string | null> {
  if (row.channel === 'sms') return (await ensureShortUrl(tx, { companyId: company.id, estimateId, config })) ?? null;
  const tokens = await findTokens(tx, { companyId: company.id, estimateIds: [estimateId], secret: config.APP_SECRET });
  const token = tokens.get(estimateId);
  return token === undefined ? null : estimateUrl(config, token);
}
