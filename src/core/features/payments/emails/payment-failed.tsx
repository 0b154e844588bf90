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
  const what = `Hi ${greetingName(failed.name)}, your bank payment of ${amount} to ${company.name} for estimate ${failed.number} didn't go through. Nothing was paid.`;
  const next = url === null ? 'Reply to this email to find another way.' : 'You can pay again, by card or by bank.';
  const html = await render(
    <CompanyMail company={company} preview="Nothing was paid." heading="Your payment didn't go through">
      <Paragraph>{what}</Paragraph>
      <Paragraph>{next}</Paragraph>
      {url !== null && (
        <Action company={company} href={url}>
          Pay again
        </Action>
      )}
    </CompanyMail>,
  );
  const text = joinLines([what, '', next, url !== null && `Pay again: ${url}`, '', '--', ...footLines(company)]);
  return { html, text };
}
