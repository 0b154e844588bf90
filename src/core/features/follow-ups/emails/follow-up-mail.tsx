import { Body, Container, Head, Hr, Html, Img, Link, Text } from '@react-email/components';
import { render } from '@react-email/render';

export interface FollowUpMail {
  /** The filled message; line breaks are kept. */
  body: string;
  companyName: string;
  companyPhone: string | null;
  /** A whole address. */
  logoUrl: string | null;
  /** C22: every commercial mail carries it. */
  postalAddress: string;
  unsubscribeUrl: string;
}

const page = { backgroundColor: '#ffffff', color: '#1c1917', fontFamily: 'Helvetica, Arial, sans-serif' };
const words = { fontSize: '16px', lineHeight: '24px', margin: '0 0 16px' };
const small = { color: '#57534e', fontSize: '13px', lineHeight: '20px', margin: '0 0 4px' };

const paragraphs = (body: string): string[] => body.split(/\n{2,}/);

function FollowUp({ body, companyName, companyPhone, logoUrl, postalAddress, unsubscribeUrl }: FollowUpMail) {
  return (
    <Html lang="en">
      <Head />
      <Body style={page}>
        <Container style={{ maxWidth: '560px', padding: '24px 16px' }}>
          {paragraphs(body).map((paragraph, index) => (
            <Text key={index} style={{ ...words, whiteSpace: 'pre-line' }}>
              {paragraph}
            </Text>
          ))}
          <Hr style={{ borderColor: '#e7e5e4', margin: '24px 0 16px' }} />
          {logoUrl !== null && (
            <Img
              src={logoUrl}
              alt={companyName}
              height="40"
              style={{ width: 'auto', maxWidth: '200px', marginBottom: '12px' }}
            />
          )}
          <Text style={small}>
            {companyName}
            {companyPhone === null ? '' : `, ${companyPhone}`}
          </Text>
          <Text style={small}>{postalAddress}</Text>
          <Text style={small}>
            <Link href={unsubscribeUrl} style={{ color: '#57534e', textDecoration: 'underline' }}>
              Unsubscribe
            </Link>{' '}
            from follow-ups by mail.
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** HTML and plain text of a follow-up by mail, each with the postal address and the unsubscribe link (C22). */
export async function renderFollowUpMail(mail: FollowUpMail): Promise<{ html: string; text: string }> {
  const phone = mail.companyPhone === null ? '' : `\n${mail.companyPhone}`;
  const text = `${mail.body}\n\n${mail.companyName}${phone}\n${mail.postalAddress}\n\nUnsubscribe from follow-ups by mail: ${mail.unsubscribeUrl}\n`;
  return { html: await render(<FollowUp {...mail} />), text };
}
