import {
  Body,
  Column,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Preview,
  Row,
  Section,
  Text,
} from '@react-email/components';
import type { ReactNode } from 'react';
import { formatPhone } from '#shared/primitives/phone.ts';
import { INK, PINE, PINE_LINE, SHEET, styles } from './mail-styles.ts';

/** Whose logo and color an email has, and whose name, phone and postal address are in its foot (C22). */
export interface MailCompany {
  name: string;
  email: string;
  phone: string | null;
  postalAddress: string | null;
  /** A whole address: an email has no page of its own. */
  logoUrl?: string | null | undefined;
  /** The company's own color, '#rrggbb', and its button, on the plans that have it; else ours. */
  brand?: MailBrand | null | undefined;
  /** Origin of our own pictures; an email without it has none. */
  picturesAt?: string | undefined;
}

export interface MailBrand {
  color: string;
  fill: string;
  label: string;
}

const OURS: MailBrand = { color: PINE, fill: PINE, label: INK };

interface MailFrameProps {
  company: MailCompany;
  /** What an inbox shows under the subject. */
  preview?: string | undefined;
  /** Default: `footLines`. */
  foot?: readonly string[];
  children: ReactNode;
}

/** The frame of every email: the company's color and logo above, its postal address below; readable on a phone, in the dark. */
export function MailFrame({ company, preview, foot = footLines(company), children }: MailFrameProps) {
  const { color } = company.brand ?? OURS;
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{SHEET}</style>
      </Head>
      {preview !== undefined && <Preview>{preview}</Preview>}
      <Body style={styles.body} className="ground">
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

/** The frame with a heading; an email without one begins with what a person wrote. */
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

/** Label and value, one pair a line, with hairlines between, as the estimate's page has them. */
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
  /** Outlined: the second thing that can be done. */
  quiet?: boolean;
}

/** A link as a button; at most one of an email is not quiet. */
export function Action({ company, href, children, quiet = false }: ActionProps) {
  const { fill, label, color } = company.brand ?? OURS;
  const filled = { backgroundColor: fill, border: `1px solid ${color === PINE ? PINE_LINE : fill}`, color: label };
  return (
    <Section style={{ margin: quiet ? '8px 0' : '16px 0 8px' }}>
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

/** The company, where it is and how to reach it; the text part ends with the same lines. */
export const footLines = ({ name, postalAddress, phone, email }: MailCompany): string[] => [
  name,
  ...(postalAddress ? [postalAddress] : []),
  [phone && formatPhone(phone), email].filter(Boolean).join(' · '),
];
