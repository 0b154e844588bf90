import { Body, Container, Head, Hr, Html, Img, Link, Text } from '@react-email/components';
import { render } from '@react-email/render';
import { footLines, type MailCompany } from '../../outbox/emails/company-mail.tsx';

const page = { backgroundColor: '#ffffff', color: '#1c1917', fontFamily: 'Helvetica, Arial, sans-serif' };
const words = { fontSize: '16px', lineHeight: '24px', margin: '0 0 16px', whiteSpace: 'pre-line' } as const;
const small = { color: '#57534e', fontSize: '13px', lineHeight: '20px', margin: '0 0 4px' };

interface TypedMail {
  text: string;
  company: MailCompany;
  /** The way out of further mails, where this one makes an offer; else null. */
  unsubscribeUrl: string | null;
}

function Typed({ text, company, unsubscribeUrl }: TypedMail) {
  return (
    <Html lang="en">
      <Head />
      <Body style={page}>
        <Container style={{ maxWidth: '560px', padding: '24px 16px' }}>
          {text.split(/\n{2,}/).map((paragraph, index) => (
            <Text key={index} style={words}>
              {paragraph}
            </Text>
          ))}
          <Hr style={{ borderColor: '#e7e5e4', margin: '24px 0 16px' }} />
          {company.logoUrl && (
            <Img
              src={company.logoUrl}
              alt={company.name}
              height="40"
              style={{ width: 'auto', maxWidth: '200px', marginBottom: '12px' }}
            />
          )}
          {footLines(company).map((line) => (
            <Text key={line} style={small}>
              {line}
            </Text>
          ))}
          {unsubscribeUrl !== null && (
            <Text style={small}>
              <Link href={unsubscribeUrl} style={{ color: 'inherit', textDecoration: 'underline' }}>
                Unsubscribe
              </Link>{' '}
              from follow-ups by mail.
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  );
}

/** What the contractor wrote, as he wrote it, with his company's name, postal address and phone below. */
export async function renderTypedMail(mail: TypedMail): Promise<{ html: string; text: string }> {
  const out = mail.unsubscribeUrl === null ? '' : `\nUnsubscribe from follow-ups by mail: ${mail.unsubscribeUrl}\n`;
  return {
    html: await render(<Typed {...mail} />),
    text: `${mail.text}\n\n--\n${footLines(mail.company).join('\n')}\n${out}`,
  };
}
