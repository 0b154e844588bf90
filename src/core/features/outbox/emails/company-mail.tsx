import { Body, Button, Container, Head, Heading, Hr, Html, Img, Preview, Section, Text } from '@react-email/components';
import type { CSSProperties, ReactNode } from 'react';
import { formatPhone } from '#shared/primitives/phone.ts';

/** Whose logo stands above a mail, and whose name, phone and postal address in its foot (C22). */
export interface MailCompany {
  name: string;
  email: string;
  phone: string | null;
  postalAddress: string | null;
  /** A whole address, for a mail stands on no page. */
  logoUrl?: string | null | undefined;
}

// hex of the design's tokens: mail programs know no oklch and no custom properties
const INK = '#112229';
const INK_2 = '#3f4f55';
const LINE = '#d5dad6';

// the ground is set here alone: as an inline style the dark theme could not reach all of it
const SHEET = `
.ground{background:#f4f4f2}
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#0a171c!important}.paper{background:#12222a!important;border-color:#2f3f46!important}
.ink,.ink b{color:#f1f2ee!important}.ink2{color:#bec5c6!important}.rule{border-color:#2f3f46!important}
}
@media (max-width:480px){.paper{padding:24px 18px!important}.figure{font-size:32px!important}}
`;

const font = '"Archivo",-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif';
const styles = {
  body: { margin: 0, padding: '24px 8px', fontFamily: font },
  paper: {
    maxWidth: '560px',
    margin: '0 auto',
    padding: '32px',
    backgroundColor: '#ffffff',
    border: `1px solid ${LINE}`,
    borderRadius: '10px',
  },
  from: { margin: '0 0 18px', color: INK, fontSize: '16px', fontWeight: 700 },
  // on white in the dark theme too: most logos are drawn for paper
  logo: {
    width: 'auto',
    maxWidth: '240px',
    margin: '0 0 18px',
    padding: '6px',
    backgroundColor: '#ffffff',
    borderRadius: '6px',
  },
  heading: { margin: '0 0 12px', color: INK, fontSize: '22px', lineHeight: '28px', fontWeight: 700 },
  text: { margin: '0 0 12px', color: INK, fontSize: '16px', lineHeight: '24px' },
  figure: { margin: '4px 0 4px', color: INK, fontSize: '36px', lineHeight: '42px', fontWeight: 700 },
  small: { margin: '0 0 14px', color: INK_2, fontSize: '14px', lineHeight: '21px' },
  button: {
    display: 'inline-block',
    padding: '14px 24px',
    backgroundColor: '#edb14f',
    border: '1px solid #9a6a1c',
    borderRadius: '6px',
    color: INK,
    fontSize: '16px',
    fontWeight: 700,
    textDecoration: 'none',
  },
  rule: { margin: '24px 0 16px', borderTop: `1px solid ${LINE}` },
  foot: { margin: 0, color: INK_2, fontSize: '13px', lineHeight: '19px' },
} satisfies Record<string, CSSProperties>;

interface CompanyMailProps {
  company: MailCompany;
  /** What an inbox shows under the subject. */
  preview: string;
  heading: string;
  children: ReactNode;
}

/** The frame of every mail: the company's logo or name above, its postal address below; readable on a phone, in the dark. */
export function CompanyMail({ company, preview, heading, children }: CompanyMailProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{SHEET}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={styles.body} className="ground">
        <Container style={styles.paper} className="paper">
          {company.logoUrl ? (
            <Img src={company.logoUrl} alt={company.name} height="56" style={styles.logo} />
          ) : (
            <Text style={styles.from} className="ink">
              {company.name}
            </Text>
          )}
          <Heading as="h1" style={styles.heading} className="ink">
            {heading}
          </Heading>
          {children}
          <Hr style={styles.rule} className="rule" />
          {footLines(company).map((line) => (
            <Text key={line} style={styles.foot} className="ink2">
              {line}
            </Text>
          ))}
        </Container>
      </Body>
    </Html>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text style={styles.text} className="ink">
      {children}
    </Text>
  );
}

/** A sum of money with what it is for below. */
export function Figure({ amount, below }: { amount: string; below: string }) {
  return (
    <Section>
      <Text style={styles.figure} className="figure ink">
        {amount}
      </Text>
      <Text style={styles.small} className="ink2">
        {below}
      </Text>
    </Section>
  );
}

/** Label and value, one pair a line. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Section>
      {facts.map(([label, value]) => (
        <Text key={label} style={{ ...styles.text, margin: '0 0 6px', whiteSpace: 'pre-line' }} className="ink">
          <span style={{ color: INK_2 }} className="ink2">
            {label}:
          </span>{' '}
          {value}
        </Text>
      ))}
    </Section>
  );
}

export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '18px 0 8px' }}>
      <Button href={href} style={styles.button}>
        {children}
      </Button>
    </Section>
  );
}

/** The company, where it is and how to reach it; the text part ends with the same lines. */
export const footLines = ({ name, postalAddress, phone, email }: MailCompany): string[] => [
  name,
  ...(postalAddress ? [postalAddress] : []),
  [phone && formatPhone(phone), email].filter(Boolean).join(' · '),
];
