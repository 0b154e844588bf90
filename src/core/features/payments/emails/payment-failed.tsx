import { render } from '@react-email/render';
import { formatCents } from '#shared/primitives/cents.ts';
import { Action, CompanyMail, footLines, type MailCompany, Paragraph } from '../../outbox/emails/company-mail.tsx';
import { greetingName, joinLines } from '../../outbox/emails/words.ts';

export interface PaymentFailed {
  company: MailCompany;
  name: string;
  amountCents: number;
  number: string;
  /** The estimate's page; null where its link was revoked. */
  url: string | null;
}

/** Tells the homeowner that a bank payment did not arrive. */
export async function paymentFailedMail(failed: PaymentFailed): Promise<{ html: string; text: string }> {
  const { company, url } = failed;
  const amount = formatCents(failed.amountCents);
  const what = `Hi ${greetingName(failed.name)}, your bank did not send the payment of ${amount} for estimate ${failed.number} to ${company.name}. Nothing was paid.`;
  const next = url === null ? 'Reply to this mail to find another way.' : 'You can pay again, by card or by bank.';
  const html = await render(
    <CompanyMail company={company} preview="Nothing was paid." heading="Your payment did not go through">
      <Paragraph>{what}</Paragraph>
      <Paragraph>{next}</Paragraph>
      {url !== null && <Action href={url}>Pay again</Action>}
    </CompanyMail>,
  );
  const text = joinLines([what, '', next, url !== null && `Pay again: ${url}`, '', '--', ...footLines(company)]);
  return { html, text };
}
