import { Text, render } from 'react-email';
import { footLines, type MailCompany, MailFrame } from '../../messages/emails/company-mail.tsx';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { UnsubscribeFoot } from '../../permission/messages/unsubscribe-foot.tsx';
import { permissionWords } from '../../permission/words.ts';
import { styles } from '../../messages/emails/mail-styles.ts';

interface TypedMail {
  text: string;
  company: MailCompany;
  /** The unsubscribe link if this email is commercial, or null otherwise. */
  unsubscribeUrl: string | null;
  /** Defaults to English. */
  language?: Language;
}

function Typed({ text, company, unsubscribeUrl, language = DEFAULT_LANGUAGE }: TypedMail) {
  return (
    <MailFrame company={company} language={language}>
      {text.split(/\n{2,}/).map((paragraph, index) => (
        <Text key={index} style={{ ...styles.text, whiteSpace: 'pre-line' }} className="ink">
          {paragraph}
        </Text>
      ))}
      {unsubscribeUrl !== null && (
        <UnsubscribeFoot
          url={unsubscribeUrl}
          from="fromFollowUps"
          language={language}
          style={{ ...styles.foot, marginTop: '16px' }}
        />
      )}
    </MailFrame>
  );
}

/**
 * Renders the message that the contractor typed. The company's logo appears above it, and the company's name, postal
 * address and phone number below it.
 */
export async function renderTypedMail(mail: TypedMail): Promise<{ html: string; text: string }> {
  const out =
    mail.unsubscribeUrl === null
      ? ''
      : `\n${permissionWords(mail.language ?? DEFAULT_LANGUAGE).fromFollowUpsAt({ url: mail.unsubscribeUrl })}\n`;
  return {
    html: await render(<Typed {...mail} />),
    text: `${mail.text}\n\n--\n${footLines(mail.company).join('\n')}\n${out}`,
  };
}
