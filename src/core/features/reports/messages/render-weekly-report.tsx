import { Column, Link, Row, Section, Text, render } from 'react-email';
import { formatMonthDay, localDate } from '#shared/primitives/local-date.ts';
import { mailCompany } from '../../company/mail-company.ts';
import type { Renderer } from '../../messages/define-message.ts';
import { type WeeklyChange, weeklyChanges } from '../weekly-changes.ts';
import { weeklyReportLink } from '../weekly-report-link.ts';
import { Action, CompanyMail, footLines, type MailCompany, Paragraph } from '../../messages/emails/company-mail.tsx';
import { INK, INK_2, styles } from '../../messages/emails/mail-styles.ts';
import { joinLines } from '../../messages/emails/words.ts';

export const weekly: Renderer<{ from: string; to: string }> = {
  async mail(context) {
    const { tx, company, payload, config, clock } = context;
    if (!company.weekly_report) return { skip: 'The weekly email is turned off' };
    const week = { from: localDate(payload.from), to: localDate(payload.to) };
    const changes = await weeklyChanges(tx, company.id, { week, now: clock.now() });
    if (changes.length === 0) return { skip: 'No figure changed' };
    const days = `${formatMonthDay(week.from)} to ${formatMonthDay(week.to)}`;
    const off = weeklyReportLink(config, company.id);
    const mail = await renderWeeklyMail({
      company: await mailCompany(context),
      productName: config.PRODUCT_NAME,
      days,
      changes,
      reportUrl: `${config.PUBLIC_URL}/dashboard?tab=leads&view=reports&from=${week.from}&to=${week.to}`,
      offUrl: off.url,
    });
    return {
      ...mail,
      subject: `Your week, ${days}: ${changes.map(({ name, value }) => `${name.toLowerCase()} ${value}`)[0] ?? ''}`,
      fromName: config.PRODUCT_NAME,
      replyTo: null,
      headers: off.headers,
    };
  },
};

interface WeeklyMail {
  company: MailCompany;
  productName: string;
  /** The week's days, such as 'Nov 9 to Nov 15'. */
  days: string;
  changes: readonly WeeklyChange[];
  reportUrl: string;
  /** The URL for turning off the weekly email without signing in. */
  offUrl: string;
}

const line = { fontSize: '15px', lineHeight: '22px' } as const;
const name = { ...line, margin: 0, padding: '9px 0 0', color: INK_2 };
const value = { margin: 0, padding: '0 0 9px', color: INK, fontSize: '18px', lineHeight: '24px', fontWeight: 700 };
const before = { ...line, padding: '9px 0', color: INK_2, textAlign: 'right', verticalAlign: 'bottom' } as const;

/** Shows each figure next to its value in the week before. */
function Changes({ changes }: { changes: readonly WeeklyChange[] }) {
  return (
    <Section style={{ margin: '16px 0' }}>
      {changes.map((change) => (
        <Row key={change.name} style={styles.fact} className="rule">
          <Column>
            <Text style={name} className="ink2">
              {change.name}
            </Text>
            <Text style={value} className="ink">
              {change.value}
            </Text>
          </Column>
          <Column style={before} className="ink2">
            before: {change.before}
          </Column>
        </Row>
      ))}
    </Section>
  );
}

/** Renders the email about the figures that changed in a week. */
export async function renderWeeklyMail(mail: WeeklyMail): Promise<{ html: string; text: string }> {
  const { company, productName, days, changes, reportUrl, offUrl } = mail;
  const heading = `Your week, ${days}`;
  const about =
    'These figures cover leads created in that week, compared with the week before. Figures that didn’t change aren’t listed.';
  const facts = changes.map(({ name, value, before }) => [name, `${value} (before: ${before})`] as const);
  const html = await render(
    <CompanyMail company={company} preview={facts.map((fact) => fact.join(': ')).join(', ')} heading={heading}>
      <Changes changes={changes} />
      <Paragraph>{about}</Paragraph>
      <Action company={company} href={reportUrl}>
        Open the report
      </Action>
      <Text style={styles.foot} className="ink2">
        {productName} sends this once a week if a figure changed.{' '}
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
