import { render } from 'react-email';
import { Action, CompanyMail, footLines, type MailCompany, Paragraph } from './company-mail.tsx';
import { joinLines } from './words.ts';

export interface PlatformMail {
  /** The platform's details. Its name is the sender, and its support email address is in the footer. */
  platform: MailCompany;
  heading: string;
  /** A six-digit code to type. */
  code?: string | undefined;
  /** Paragraphs before the link or the code. */
  paragraphs: readonly string[];
  action?: { label: string; href: string } | undefined;
  /** What to do if the recipient didn't request the email. */
  last: string;
}

function Mail({ platform, heading, code, paragraphs, action, last }: PlatformMail) {
  return (
    <CompanyMail company={platform} preview={paragraphs[0] ?? heading} heading={heading}>
      {paragraphs.map((words) => (
        <Paragraph key={words}>{words}</Paragraph>
      ))}
      {code && (
        <Paragraph>
          <span style={{ fontSize: '32px', lineHeight: '40px', fontWeight: 700, letterSpacing: '4px' }}>{code}</span>
        </Paragraph>
      )}
      {action && (
        <Action company={platform} href={action.href}>
          {action.label}
        </Action>
      )}
      <Paragraph>{last}</Paragraph>
    </CompanyMail>
  );
}

/** An email from the platform itself. */
export async function renderPlatformMail(mail: PlatformMail): Promise<{ html: string; text: string }> {
  const { heading, code, paragraphs, action, last, platform } = mail;
  const blocks = [heading, ...paragraphs, code, action && `${action.label}: ${action.href}`, last];
  const text = joinLines([
    ...blocks.filter((block) => block !== undefined).flatMap((block) => [block, '']),
    '-- ',
    ...footLines(platform),
    '',
  ]);
  return { html: await render(<Mail {...mail} />), text };
}
