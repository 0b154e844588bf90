import express, { type Response, type Router } from 'express';
import { findHostedCompany, type HostedCompany } from '#core/features/widget/hosted-company.ts';
import { createRateLimit } from '#core/platform/rate-limit.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { DEFAULT_LANGUAGE, type Language, readLanguage } from '#shared/primitives/language.ts';
import { browserLanguage } from '../../http/browser-language.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { allowFrames, allowPictures, sendStyled, type StyledPage } from '../../http/security-headers.ts';
import { framePage, hostedPage } from './hosted.page.ts';
import { qrPdf, qrSvg } from './qr-code.ts';

const FRESH = 'public, max-age=300';
const DRAWINGS = { name: 'qr-pdf', points: 60, durationSeconds: 600 };

/**
 * Serves a hosted page with a company's form at `/w/:contractorId`. `/frame` below it serves only the form, for iframes
 * on the company's sites. `/qr.svg` and `/qr.pdf` serve the page's QR code, as an image and as a printable sheet. If
 * the company's id was changed, the page's old URL redirects to the current one.
 */
export function hostedRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  const { PUBLIC_URL, PRODUCT_NAME } = deps.config;
  const drawings = createRateLimit(deps, DRAWINGS);
  const urlOf = ({ config }: HostedCompany) => `${PUBLIC_URL}/w/${config.contractorId}`;

  /** Returns the URL for a QR code, with `?lang` if a language other than the default was requested. */
  const scanned = (company: HostedCompany, language: Language | undefined) =>
    `${urlOf(company)}${language === undefined || language === DEFAULT_LANGUAGE ? '' : `?lang=${language}`}`;

  routes.get('/w/:contractorId/qr.svg', async (req, res, next) => {
    const company = await findHostedCompany(deps, req.params.contractorId);
    if (!company) return next();
    res
      .set('Cache-Control', FRESH)
      .type('image/svg+xml')
      .send(qrSvg(scanned(company, readLanguage(req.query['lang']))));
  });
  routes.get('/w/:contractorId/qr.pdf', async (req, res, next) => {
    const company = await findHostedCompany(deps, req.params.contractorId);
    if (!company) return next();
    await drawings.consume(networkOf(req.ip ?? ''));
    const { companyName, phone, contractorId } = company.config;
    const language = readLanguage(req.query['lang']) ?? DEFAULT_LANGUAGE;
    const pdf = await qrPdf({
      companyName,
      language,
      phone: phone === null ? null : formatPhone(phone),
      url: scanned(company, language),
    });
    sendPdf(res, pdf, `${contractorId}-qr${language === DEFAULT_LANGUAGE ? '' : `-${language}`}.pdf`);
  });
  routes.get('/w/:contractorId', async (req, res, next) => {
    const named = readLanguage(req.query['lang']);
    const language = browserLanguage(req);
    const company = await findHostedCompany(deps, req.params.contractorId, language);
    if (!company) return next();
    if (company.config.contractorId !== req.params.contractorId) return res.redirect(301, scanned(company, named));
    allowPictures(res, deps.config.MAP_TILES_URL);
    const page = { company, language, named: named !== undefined, url: urlOf(company), productName: PRODUCT_NAME };
    sendPage(res, hostedPage(page));
  });
  routes.get('/w/:contractorId/frame', async (req, res, next) => {
    const language = browserLanguage(req);
    const company = await findHostedCompany(deps, req.params.contractorId, language);
    if (!company) return next();
    allowPictures(res, deps.config.MAP_TILES_URL);
    allowFrames(res, company.allowedDomains);
    sendPage(res, framePage({ company, language }));
  });
  return routes;
}

/**
 * Sends a page. Its referrer policy lets browsers send the page's URL only to our own server, so the funnel can count
 * the page's visitors.
 */
const sendPage = (res: Response, page: StyledPage): void => {
  res.set({ 'Cache-Control': FRESH, Vary: 'Accept-Language', 'Referrer-Policy': 'same-origin' });
  sendStyled(res, page);
};

const sendPdf = (res: Response, pdf: Buffer, name: string): void => {
  res
    .set({ 'Cache-Control': FRESH, 'Content-Disposition': `inline; filename="${name}"` })
    .type('pdf')
    .send(pdf);
};
