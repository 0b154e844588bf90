import { render } from 'react-email';
import { cleanName } from '#shared/primitives/strangers-words.ts';
import { mailCompany } from '../../company/mail-company.ts';
import type { Renderer } from '../../messages/define-message.ts';
import { Action, CompanyMail, footLines, type MailCompany, Paragraph } from '../../messages/emails/company-mail.tsx';
import { joinLines } from '../../messages/emails/words.ts';

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

interface ScheduleStoppedMail {
  company: MailCompany;
  productName: string;
  leadName: string;
  /** The sentence that also appears on the timeline. */
  reason: string;
  dashboardUrl: string;
}

export async function renderScheduleStoppedMail(mail: ScheduleStoppedMail): Promise<{ html: string; text: string }> {
  const { company, productName, leadName, reason, dashboardUrl } = mail;
  const next = `No more automatic messages will be sent to ${leadName}. You can take it from here.`;
  const html = await render(
    <CompanyMail company={company} preview={reason} heading="Follow-ups stopped">
      <Paragraph>{reason}</Paragraph>
      <Paragraph>{next}</Paragraph>
      <Action company={company} href={dashboardUrl}>
        Open {productName}
      </Action>
    </CompanyMail>,
  );
  const text = joinLines([
    reason,
    '',
    next,
    '',
    `Open ${productName}: ${dashboardUrl}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
