import { render } from 'react-email';
import {
  Action,
  CompanyMail,
  Facts,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { joinLines } from '../../messages/emails/words.ts';

/** A homeowner's action on the estimate page, as shown to the contractor. */
export interface EstimateAnswered {
  company: MailCompany;
  heading: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** The consequences of the homeowner's action, one sentence each. */
  sentences: readonly string[];
  /** The link to the lead in the dashboard. */
  url: string;
}

/**
 * Renders the email that tells the contractor that a homeowner accepted or declined an estimate, or asked a question
 * about it. Replies go to the homeowner.
 */
export const estimateAnsweredMail = async (answered: EstimateAnswered): Promise<{ html: string; text: string }> => {
  const { company, heading, facts, sentences, url } = answered;
  const html = await render(
    <CompanyMail company={company} preview={sentences[0] ?? heading} heading={heading}>
      <Facts facts={facts} />
      {sentences.map((sentence) => (
        <Paragraph key={sentence}>{sentence}</Paragraph>
      ))}
      <Action company={company} href={url}>
        View the lead
      </Action>
    </CompanyMail>,
  );
  const text = joinLines([
    `${heading}.`,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    ...sentences,
    '',
    `View the lead: ${url}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
};
