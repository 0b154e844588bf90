import { Body, Column, Container, Head, Heading, Hr, Html, Img, Preview, Row, Section, Text } from 'react-email';
import type { ReactNode } from 'react';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import { INK, PINE, PINE_LINE, SHEET, styles } from './mail-styles.ts';

/**
 * The company that sends an email. Its logo and color are used, and the footer has its name, phone and postal address
 * (C22).
 */
export interface MailCompany {
  name: string;
  email: string;
  phone: string | null;
  postalAddress: string | null;
  /** An absolute URL, because an email has no base URL. */
  logoUrl?: string | null | undefined;
  /** The company's color, '#rrggbb', and button style, if its plan includes them. Otherwise the platform's are used. */
  brand?: MailBrand | null | undefined;
  /** The origin of the platform's images. Without it, emails have no platform images. */
  picturesAt?: string | undefined;
  /** Returns the URL of a drawing's image. Without this function, emails describe the drawing only in words. */
  planOf?: ((drawing: FenceDrawing, language: Language) => string | undefined) | undefined;
}

export interface MailBrand {
  color: string;
  fill: string;
  label: string;
}

const OURS: MailBrand = { color: PINE, fill: PINE, label: INK };

interface MailFrameProps {
  company: MailCompany;
  /** Default: English. */
  language?: Language | undefined;
  /** The preview text shown in the inbox. */
  preview?: string | undefined;
  /** Lines of the footer. Default: `footLines`. */
  foot?: readonly string[];
  children: ReactNode;
}

/** The layout of every email: the company's color and logo at the top, and its postal address at the bottom. */
export function MailFrame({
  company,
  language = DEFAULT_LANGUAGE,
  preview,
  foot = footLines(company),
  children,
}: MailFrameProps) {
  const { color } = company.brand ?? OURS;
  return (
    <Html lang={language}>
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{SHEET}</style>
      </Head>
      {preview !== undefined && <Preview>{preview}</Preview>}
      <Body lang={language} style={styles.body} className="ground">
        <Container style={{ ...styles.paper, borderTop: `4px solid ${color}` }} className="paper">
          <MailHead company={company} />
          {children}
          <Hr style={styles.rule} className="rule" />
          {foot.map((line, index) => (
            <Text key={index} style={styles.foot} className="ink2">
              {line}
            </Text>
          ))}
        </Container>
      </Body>
    </Html>
  );
}

function MailHead({ company: { name, logoUrl } }: { company: MailCompany }) {
  return (
    <Section style={styles.head} className="rule">
      {logoUrl ? (
        <Img src={logoUrl} alt={name} height="48" style={styles.logo} />
      ) : (
        <Text style={styles.from} className="ink">
          {name}
        </Text>
      )}
    </Section>
  );
}

/** The email layout with a heading. An email that begins with a person's own words uses `MailFrame` instead. */
export function CompanyMail({ heading, ...frame }: MailFrameProps & { heading: string }) {
  return (
    <MailFrame {...frame}>
      <Heading as="h1" style={styles.heading} className="ink">
        {heading}
      </Heading>
      {frame.children}
    </MailFrame>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text style={styles.text} className="ink">
      {children}
    </Text>
  );
}

/** An amount with its label below. */
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

/** Label and value rows separated by thin lines, as on the estimate page. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Section style={{ margin: '16px 0' }}>
      {facts.map(([label, value]) => (
        <Row key={label} style={styles.fact} className="rule">
          <Column style={styles.label} className="ink2 label">
            {label}
            <span style={styles.hidden}>: </span>
          </Column>
          <Column style={styles.value} className="ink">
            {value}
          </Column>
        </Row>
      ))}
    </Section>
  );
}

interface ActionProps {
  company: MailCompany;
  href: string;
  children: ReactNode;
  /** Draws the button outlined, for a secondary action. */
  quiet?: boolean;
}

/** A link styled as a button. Each email has at most one primary button. */
export function Action({ company, href, children, quiet = false }: ActionProps) {
  const { fill, label, color } = company.brand ?? OURS;
  const filled = { backgroundColor: fill, border: `1px solid ${color === PINE ? PINE_LINE : fill}`, color: label };
  return (
    <Section style={{ margin: quiet ? '12px 0' : '16px 0 12px' }}>
      <a
        href={href}
        style={{ ...styles.button, ...(quiet ? styles.outlined : filled) }}
        className={quiet ? 'button ink outlined' : 'button'}
      >
        {children}
      </a>
    </Section>
  );
}

/**
 * Returns the footer's lines: the company's name, postal address and contact details. The plain-text part ends with the
 * same lines.
 */
export const footLines = ({ name, postalAddress, phone, email }: MailCompany): string[] => [
  name,
  ...(postalAddress ? [postalAddress] : []),
  [phone && formatPhone(phone), email].filter(Boolean).join(' · '),
];
