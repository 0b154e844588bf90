import { Link, Text } from '@react-email/components';
import { render } from '@react-email/render';
import {
  Action,
  CompanyMail,
  Facts,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../outbox/emails/company-mail.tsx';
import { styles } from '../../outbox/emails/mail-styles.ts';
import { joinLines } from '../../outbox/emails/words.ts';
import type { WeeklyChange } from '../weekly-changes.ts';

export interface WeeklyMail {
  company: MailCompany;
  productName: string;
  /** 'Nov 9 to Nov 15'. */
  days: string;
  changes: readonly WeeklyChange[];
  reportUrl: string;
  /** Turns the email off without sign-in. */
  offUrl: string;
}

/** The figures that changed in a week, to the contractor. */
export async function renderWeeklyMail(mail: WeeklyMail): Promise<{ html: string; text: string }> {
  const { company, productName, days, changes, reportUrl, offUrl } = mail;
  const heading = `Your week, ${days}`;
  const about =
    'About the leads created in these days, beside the week before. Figures that are the same are left out.';
  const facts = changes.map(({ name, value, before }) => [name, `${value} (before: ${before})`] as const);
  const html = await render(
    <CompanyMail company={company} preview={facts.map((fact) => fact.join(': ')).join(', ')} heading={heading}>
      <Facts facts={facts} />
      <Paragraph>{about}</Paragraph>
      <Action company={company} href={reportUrl}>
        Open the report
      </Action>
      <Text style={styles.foot} className="ink2">
        {productName} sends this once a week, when figures changed.{' '}
        <Link href={offUrl} style={{ color: 'inherit', textDecoration: 'underline' }}>
          Turn off this email
        </Link>
      </Text>
    </CompanyMail>,
  );
  const text = joinLines([
    heading,
    '',
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    about,
    '',
    `Open the report: ${reportUrl}`,
    '',
    `Turn off this email: ${offUrl}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
