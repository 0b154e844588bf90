import express, { type Router } from 'express';
import type { Language } from '#shared/primitives/language.ts';
import { formats } from '#shared/primitives/formats.ts';
import type { LocalDate } from '#shared/primitives/local-date.ts';
import type { Config } from '#core/platform/config.ts';
import type { Deps } from '#core/platform/deps.ts';
import { browserLanguage } from '../../http/browser-language.ts';
import { sendStyled, type StyledPage } from '../../http/security-headers.ts';
import { escapeHtml, textPage } from '../../http/text-page.ts';
import { legalWords } from './words.ts';

type Told = Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>;

/** HTML that is already escaped. */
interface Html {
  html: string;
}
type Parts = string | readonly (string | Html)[];

const inner = (parts: Parts): string =>
  (typeof parts === 'string' ? [parts] : parts)
    .map((part) => (typeof part === 'string' ? escapeHtml(part) : part.html))
    .join('');
const heading = (text: string): string => `<h2>${escapeHtml(text)}</h2>`;
const paragraph = (parts: Parts): string => `<p>${inner(parts)}</p>`;
const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
const mailLink = (email: string): Html => ({ html: `<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>` });

/** The date when the text on these pages last changed. */
const UPDATED = '2026-11-23';

const page = (title: string, told: Told, language: Language, parts: readonly string[]): StyledPage => {
  const { PRODUCT_NAME, SUPPORT_EMAIL } = told;
  const updated = legalWords(language).updated.parts<string | Html>({
    day: formats(language).day(UPDATED as LocalDate),
    email: mailLink(SUPPORT_EMAIL),
  });
  return textPage({
    title,
    brand: PRODUCT_NAME,
    siteName: PRODUCT_NAME,
    indexed: true,
    lang: language,
    body: [paragraph(updated), ...parts].join('\n'),
  });
};

/**
 * Renders the privacy page. The consent box links to it, and carriers require it to say that mobile opt-in data isn't
 * shared (C21).
 */
const privacyPage = (told: Told, language: Language): StyledPage => {
  const { privacy } = legalWords(language);
  const product = told.PRODUCT_NAME;
  return page(privacy.title, told, language, [
    paragraph(privacy.intro({ product })),
    heading(privacy.kept),
    list(privacy.keptItems),
    heading(privacy.use),
    paragraph(privacy.useText),
    heading(privacy.texts),
    paragraph(privacy.textsText),
    heading(privacy.others),
    paragraph(privacy.othersText({ product })),
    heading(privacy.cookies),
    paragraph(privacy.cookiesText),
    heading(privacy.choices),
    paragraph(privacy.choicesText.parts<Html>({ email: mailLink(told.SUPPORT_EMAIL) })),
  ]);
};

/** Renders the terms page: the form and texting terms for homeowners, and the software terms for contractors. */
const termsPage = (told: Told, language: Language): StyledPage => {
  const words = legalWords(language);
  const { terms } = words;
  const product = told.PRODUCT_NAME;
  const privacy: Html = { html: `<a href="/privacy?lang=${language}">${escapeHtml(words.privacy.title)}</a>` };
  return page(terms.title, told, language, [
    heading(terms.estimate),
    paragraph(terms.estimateText({ product })),
    heading(terms.texts),
    paragraph(terms.textsText.parts<Html>({ email: mailLink(told.SUPPORT_EMAIL) })),
    heading(terms.contractor),
    list([
      terms.yourCustomers({ product }),
      terms.consent({ product }),
      terms.plans,
      terms.data,
      terms.asIs({ product }),
    ]),
    paragraph(terms.seePrivacy.parts<Html>({ privacy })),
  ]);
};

/**
 * Serves `GET /privacy` and `GET /terms` in the language in `?lang`, or else the browser's language. The widget's
 * consent box links to both pages (C2).
 */
export function legalRoutes({ config }: Pick<Deps, 'config'>): Router {
  const routes = express.Router();
  for (const [path, page] of [
    ['/privacy', privacyPage],
    ['/terms', termsPage],
  ] as const) {
    routes.get(path, (request, response) => {
      response.set({ 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Language' });
      sendStyled(response, page(config, browserLanguage(request)));
    });
  }
  return routes;
}
