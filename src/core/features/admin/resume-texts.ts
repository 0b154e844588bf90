import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Actor, recordAct } from './audit.ts';

/**
 * Resumes a company's texts after carriers refused them (T9, Twilio error 30034). Follow-up steps that are more than 72
 * hours late are skipped. Doesn't change or log anything if the texts aren't paused. Throws NOT_FOUND if there's no
 * such company.
 */
export async function resumeTexts(
  { system, clock, wakeUps }: SystemDeps & Pick<Deps, 'clock' | 'wakeUps'>,
  by: Actor,
  companyId: CompanyId,
): Promise<void> {
  await system.transaction().execute(async (tx) => {
    const company = await tx
      .selectFrom('company_profiles')
      .select(['name', 'sms_paused_at'])
      .where('id', '=', companyId)
      .forUpdate()
      .executeTakeFirst();
    if (!company) throw notFound('the company');
    if (company.sms_paused_at === null) return;
    await tx
      .updateTable('company_profiles')
      .set({ sms_paused_at: null, sms_pause_code: null })
      .where('id', '=', companyId)
      .execute();
    await recordAct(tx, {
      by,
      action: 'company.texts_resumed',
      on: { kind: 'company', id: companyId, name: company.name },
      before: { textsPausedSince: company.sms_paused_at.toISOString() },
      after: { textsPausedSince: null },
      at: clock.now(),
    });
  });
  await wakeUps.enqueue(companyId);
}
