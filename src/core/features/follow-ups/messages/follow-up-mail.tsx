import { randomUUID } from 'node:crypto';
import { Text, render } from 'react-email';
import { type MailBrand, MailFrame } from '../../messages/emails/company-mail.tsx';
import { INK, styles } from '../../messages/emails/mail-styles.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { UnsubscribeFoot } from '../../permission/messages/unsubscribe-foot.tsx';
import { permissionWords } from '../../permission/words.ts';
import { splitLinks } from '../../messages/emails/words.ts';

export interface FollowUpMail {
  /** The message with its tags filled in. Line breaks are kept. */
  body: string;
  companyName: string;
  companyPhone: string | null;
  /** An absolute URL, because an email has no base URL. */
  logoUrl: string | null;
  /** The company's branding on plans that include it. Otherwise, our own is used. */
  brand?: MailBrand | null;
  /** C22: every commercial email must contain this postal address. */
  postalAddress: string;
  unsubscribeUrl: string;
  /** Defaults to English. */
  language?: Language;
}

const link = { color: INK, textDecoration: 'underline' };

const paragraphs = (body: string): string[] => body.split(/\n{2,}/);

function FollowUp({ body, unsubscribeUrl, ...look }: FollowUpMail) {
  const { companyName: name, companyPhone: phone, logoUrl, postalAddress, brand, language = DEFAULT_LANGUAGE } = look;
  return (
    <MailFrame
      language={language}
      company={{ name, email: '', phone: null, postalAddress, logoUrl, brand }}
      foot={[phone === null ? name : `${name}, ${phone}`, postalAddress]}
    >
      {paragraphs(body).map((paragraph, index) => (
        <Text key={index} style={{ ...styles.text, whiteSpace: 'pre-line' }} className="ink">
          {splitLinks(paragraph).map((part, place) =>
            place % 2 === 1 ? (
              <a key={place} href={part} style={link} className="ink">
                {part}
              </a>
            ) : (
              part
            ),
          )}
        </Text>
      ))}
      <UnsubscribeFoot
        url={unsubscribeUrl}
        from="fromFollowUps"
        language={language}
        style={{ ...styles.foot, marginTop: '16px' }}
      />
    </MailFrame>
  );
}

/** The parts of a company's follow-up emails that change only when the company's details change. */
type Look = Omit<FollowUpMail, 'body' | 'unsubscribeUrl'>;

/** A rendered template, split at the places where the message and the URL are inserted. */
interface Shell {
  beforeBody: string;
  betweenParagraphs: string;
  beforeUrl: string;
  afterUrl: string;
}

/** The maximum number of cached templates. A worker processes only a few companies at a time. */
const MOST_SHELLS = 200;
const shells = new Map<string, Promise<Shell>>();

/**
 * Returns a cached template. Rendering a template takes a millisecond. Filling in a rendered template takes a hundredth
 * as long.
 */
function shellOf(look: Look): Promise<Shell> {
  const key = JSON.stringify([
    look.companyName,
    look.companyPhone,
    look.logoUrl,
    look.postalAddress,
    look.brand?.color,
    look.language,
  ]);
  const shell = shells.get(key) ?? renderShell(look);
  // The map is ordered by use. Its first entry is the least recently used.
  shells.delete(key);
  shells.set(key, shell);
  shell.catch(() => shells.delete(key));
  const [oldest] = shells.keys();
  if (shells.size > MOST_SHELLS && oldest !== undefined) shells.delete(oldest);
  return shell;
}

async function renderShell(look: Look): Promise<Shell> {
  // The placeholders are random so that a company's name can't match a placeholder.
  const [body, unsubscribeUrl] = [randomUUID(), randomUUID()];
  const html = await renderDirectly({ ...look, body, unsubscribeUrl });
  const [beforeBody = '', rest = ''] = html.split(body);
  const [beforeUrl = '', afterUrl = ''] = rest.split(unsubscribeUrl);
  const opening = beforeBody.slice(beforeBody.lastIndexOf('<p '));
  return { beforeBody, betweenParagraphs: `</p>${opening}`, beforeUrl, afterUrl };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };

/** Escapes a string as React does. An unpaired surrogate becomes the replacement character. */
const escaped = (text: string): string => text.toWellFormed().replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const linked = (paragraph: string): string =>
  splitLinks(paragraph)
    .map(escaped)
    .map((part, place) =>
      place % 2 === 1
        ? `<a href="${part}" style="color:${link.color};text-decoration:underline" class="ink">${part}</a>`
        : part,
    )
    .join('');

/**
 * Returns the HTML as React renders it without the cache. A test checks that the cached template gives the same HTML.
 */
export const renderDirectly = (mail: FollowUpMail): Promise<string> => render(<FollowUp {...mail} />);

interface Rendered {
  html: string;
  /** The HTML in pieces: the parts that all of a company's emails share, with the message and the URL between them. */
  htmlPieces: string[];
  text: string;
}

/** Renders the HTML and plain text of an email follow-up, with the postal address and the unsubscribe link (C22). */
export async function renderFollowUpMail(mail: FollowUpMail): Promise<Rendered> {
  const { body, unsubscribeUrl, ...look } = mail;
  const phone = mail.companyPhone === null ? '' : `\n${mail.companyPhone}`;
  const text = `${body}\n\n--\n${mail.companyName}${phone}\n${mail.postalAddress}\n\n${permissionWords(mail.language ?? DEFAULT_LANGUAGE).fromFollowUpsAt({ url: unsubscribeUrl })}\n`;
  const { beforeBody, betweenParagraphs, beforeUrl, afterUrl } = await shellOf(look);
  const words = paragraphs(body).map(linked).join(betweenParagraphs);
  const url = escaped(unsubscribeUrl);
  return {
    html: `${beforeBody}${words}${beforeUrl}${url}${afterUrl}`,
    htmlPieces: [beforeBody, words, beforeUrl, url, afterUrl],
    text,
  };
}
