import { type RawBuilder, sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import type { MessageFacts } from '../../messages/message-facts.ts';
import { mailContractor } from '../../messages/tell-contractor.ts';
import { FOLLOW_UP } from '../../messages/registry.ts';
import { textsRefused } from '../messages/texts-refused.ts';
import { templateHash } from '../../permission/stopped-templates.ts';

/** T9: the error code for a text that carriers filtered as spam. */
const FILTERED = '30007';
/** T9: the error code for a sender that isn't registered with the carriers (C21). */
const UNREGISTERED = '30034';

type TextFacts = Pick<MessageFacts, 'rowId' | 'kind' | 'step'> & { companyId: CompanyId };

/**
 * Applies a carrier's refusal to later texts (T9). If the carrier filtered the text, its template isn't used again
 * until someone edits it. If the sender isn't registered, all of the company's texts are paused. Notifies the
 * contractor. The sweep alerts the admins.
 */
export async function heedRefusal(tx: CompanyTx, facts: TextFacts, code: string | null, at: Date): Promise<void> {
  if (code === FILTERED) await stopTemplate(tx, facts, at);
  if (code === UNREGISTERED) await pauseTexts(tx, facts.companyId, at);
}

/**
 * Returns a text's template: the follow-up's own template or the reminder's current template. Other messages don't have
 * a template.
 */
function templateOf({ companyId, rowId, kind }: TextFacts): RawBuilder<unknown> {
  if (kind === FOLLOW_UP)
    return sql`select template as words from messages where id = ${rowId} and company_id = ${companyId}`;
  return sql`select message as words from reminder_rules
    where company_id = ${companyId} and 'reminder.' || rule = ${kind}`;
}

async function stopTemplate(tx: CompanyTx, facts: TextFacts, at: Date): Promise<void> {
  const { companyId, step, kind } = facts;
  const { rows } = await sql<{ template_hash: string }>`
    insert into stopped_templates (company_id, template_hash, code, at)
    select ${companyId}::uuid, ${templateHash(sql`words`)}, ${FILTERED}, ${at} from (${templateOf(facts)}) template
    on conflict do nothing returning template_hash`.execute(tx);
  const [stopped] = rows;
  if (stopped)
    await tell(tx, companyId, {
      why: 'filtered',
      about: kind === FOLLOW_UP ? { step: step ?? 1 } : { reminder: kind },
      key: `${stopped.template_hash}:${at.getTime()}`,
      at,
    });
}

async function pauseTexts(tx: CompanyTx, companyId: CompanyId, at: Date): Promise<void> {
  const paused = await tx
    .updateTable('company_profiles')
    .set({ sms_paused_at: at, sms_pause_code: UNREGISTERED })
    .where('id', '=', companyId)
    .where('sms_paused_at', 'is', null)
    .executeTakeFirst();
  if (paused.numUpdatedRows > 0n) await tell(tx, companyId, { why: 'unregistered', key: String(at.getTime()), at });
}

/** Notifies the contractor only by email, because a text would be refused too. */
async function tell(
  tx: CompanyTx,
  companyId: CompanyId,
  {
    why,
    about,
    key,
    at,
  }: { why: 'filtered' | 'unregistered'; about?: { step: number } | { reminder: string }; key: string; at: Date },
): Promise<void> {
  await mailContractor(tx, {
    companyId,
    leadId: null,
    kind: textsRefused,
    payload: { why, ...about },
    dedupeKey: `texts.refused:${companyId}:${why}:${key}`,
    at,
  });
}
