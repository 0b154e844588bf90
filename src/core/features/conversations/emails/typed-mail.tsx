import { Link, Text } from '@react-email/components';
import { render } from '@react-email/render';
import { footLines, type MailCompany, MailFrame } from '../../outbox/emails/company-mail.tsx';
import { styles } from '../../outbox/emails/mail-styles.ts';

interface TypedMail {
  text: string;
  company: MailCompany;
  /** Unsubscribe link if this email makes an offer; otherwise null. */
  unsubscribeUrl: string | null;
}

function Typed({ text, company, unsubscribeUrl }: TypedMail) {
  return (
    <MailFrame company={company}>
      {text.split(/\n{2,}/).map((paragraph, index) => (
        <Text key={index} style={{ ...styles.text, whiteSpace: 'pre-line' }} className="ink">
          {paragraph}
        </Text>
      ))}
      {unsubscribeUrl !== null && (
        <Text style={{ ...styles.foot, marginTop: '16px' }} className="ink2">
          <Link href={unsubscribeUrl} style={{ color: 'inherit', textDecoration: 'underline' }}>
            Unsubscribe
          </Link>{' '}
          from follow-up emails.
        </Text>
      )}
    </MailFrame>
  );
}

/** The contractor's text as typed, with the company's logo above and its name, postal address and phone below. */
export async function renderTypedMail(mail: TypedMail): Promise<{ html: string; text: string }> {
  const out = mail.unsubscribeUrl === null ? '' : `\nUnsubscribe from follow-up emails: ${mail.unsubscribeUrl}\n`;
  return {
    html: await render(<Typed {...mail} />),
    text: `${mail.text}\n\n--\n${footLines(mail.company).join('\n')}\n${out}`,
  };
}
