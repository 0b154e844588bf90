import { render } from '@react-email/render';
import { handoverLines } from '#shared/features/agent/handover.rules.ts';
import type { HandoverSummary } from '#shared/features/agent/handover.schema.ts';
import { unlinked } from '#shared/primitives/strangers-words.ts';
import {
  Action,
  CompanyMail,
  Facts,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { joinLines } from '../../messages/emails/words.ts';

export interface HandoverMail {
  company: MailCompany;
  leadName: string;
  summary: HandoverSummary;
  email: string | null;
  /** The link to the conversation. */
  url: string;
}

/** Renders the email with a five-line summary of a conversation that the agent handed over to the contractor. */
export async function handoverMail({
  company,
  leadName,
  summary,
  email,
  url,
}: HandoverMail): Promise<{ html: string; text: string }> {
  const heading = `${leadName} needs an answer from you`;
  const facts = handoverLines({ ...summary, said: unlinked(summary.said) });
  const next =
    email === null
      ? 'The sales agent won’t send anything in this conversation until you let it.'
      : `Reply to this email to reach ${email}. The sales agent won’t send anything in this conversation until you let it.`;
  const html = await render(
    <CompanyMail company={company} preview={summary.why} heading={heading}>
      <Facts facts={facts} />
      <Action company={company} href={url}>
        View the conversation
      </Action>
      <Paragraph>{next}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    `${heading}.`,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    `View the conversation: ${url}`,
    next,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
