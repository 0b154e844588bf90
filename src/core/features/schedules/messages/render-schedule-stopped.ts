import { cleanName } from '#shared/primitives/strangers-words.ts';
import { mailCompany } from '../../company/mail-company.ts';
import { renderScheduleStoppedMail } from '../emails/schedule-stopped-mail.tsx';
import type { Renderer } from '../../messages/define-message.ts';

export const stopped: Renderer<{ reason: string }> = {
  async mail(context) {
    const { tx, row, payload, config } = context;
    const lead = await tx
      .selectFrom('leads')
      .select('name')
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.lead_id)
      .executeTakeFirst();
    if (!lead) return { skip: 'The lead was deleted' };
    const { reason } = payload;
    const mail = await renderScheduleStoppedMail({
      company: await mailCompany(context),
      productName: config.PRODUCT_NAME,
      leadName: cleanName(lead.name),
      reason,
      dashboardUrl: `${config.PUBLIC_URL}/dashboard?tab=leads`,
    });
    // The lead's name may contain line breaks, but a subject must be one line.
    const subject = reason.replace(/\s+/g, ' ').replace(/\.$/, '');
    return { ...mail, subject, fromName: config.PRODUCT_NAME, replyTo: null };
  },
};
