import { Link } from '@react-email/components';
import { render } from '@react-email/render';
import type { LeadId } from '#shared/primitives/ids.ts';
import { CompanyMail, footLines, Paragraph } from '../../messages/emails/company-mail.tsx';
import { joinLines, splitLinks } from '../../messages/emails/words.ts';
import { mailCompany } from '../../company/mail-company.ts';
import type { RenderContext } from '../../messages/define-message.ts';
import { unsubscribeLink } from '../../permission/unsubscribe-link.ts';
import { UnsubscribeFoot } from '../../permission/emails/unsubscribe-foot.tsx';
import { permissionWords } from '../../permission/words.ts';

interface ReminderMail {
  subject: string;
  /** The message with its tags filled in and its line breaks kept. */
  body: string;
}

/** Makes URLs in a message clickable. React escapes the message and the URLs. */
const linked = (text: string) =>
  splitLinks(text).map((part, index) =>
    index % 2 === 1 ? (
      <Link key={index} href={part} style={{ color: '#112229', textDecoration: 'underline' }} className="ink">
        {part}
      </Link>
    ) : (
      part
    ),
  );

const small = { color: '#3f4f55', fontSize: '13px', lineHeight: '19px', margin: '16px 0 0' };

/** Renders the HTML, plain text and headers of an email reminder, including its unsubscribe link (C22, C24). */
export async function renderReminderMail(
  context: RenderContext,
  { subject, body }: ReminderMail,
): Promise<{ html: string; text: string; headers: Record<string, string> }> {
  const { row, config, language } = context;
  const company = await mailCompany(context);
  const { url, headers } = unsubscribeLink(config, { leadId: row.lead_id as LeadId, rowId: row.id });
  const html = await render(
    <CompanyMail company={company} language={language} preview={body.slice(0, 140)} heading={subject}>
      {body.split(/\n{2,}/).map((paragraph, index) => (
        <Paragraph key={index}>
          <span style={{ whiteSpace: 'pre-line' }}>{linked(paragraph)}</span>
        </Paragraph>
      ))}
      <UnsubscribeFoot url={url} from="fromReminders" language={language} style={small} />
    </CompanyMail>,
  );
  return {
    html,
    text: joinLines([body, '', '--', ...footLines(company), '', permissionWords(language).fromRemindersAt({ url })]),
    headers,
  };
}
