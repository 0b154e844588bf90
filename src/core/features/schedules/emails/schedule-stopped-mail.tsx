import { render } from '@react-email/render';
import { Action, CompanyMail, footLines, type MailCompany, Paragraph } from '../../messages/emails/company-mail.tsx';
import { joinLines } from '../../messages/emails/words.ts';

export interface ScheduleStoppedMail {
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
