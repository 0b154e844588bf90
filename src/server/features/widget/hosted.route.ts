import express, { type Response, type Router } from 'express';
import { findHostedCompany, type HostedCompany } from '#core/features/widget/hosted-company.ts';
import { createRateLimit } from '#core/platform/rate-limit.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { hostedPage } from './hosted.page.ts';
import { qrPdf, qrSvg } from './qr-code.ts';

const FRESH = 'public, max-age=300';
const DRAWINGS = { name: 'qr-pdf', points: 60, durationSeconds: 600 };

/**
 * `/w/:contractorId`: a page of its own for a company's form, and its QR code as SVG and as a page to print. An id from
 * before a rename leads to the present one.
 */
export function hostedRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  const { PUBLIC_URL, PRODUCT_NAME } = deps.config;
  const drawings = createRateLimit(deps, DRAWINGS);
  const urlOf = ({ config }: HostedCompany) => `${PUBLIC_URL}/w/${config.contractorId}`;

  routes.get('/w/:contractorId/qr.svg', async (req, res, next) => {
    const company = await findHostedCompany(deps, req.params.contractorId);
    if (!company) return next();
    res
      .set('Cache-Control', FRESH)
      .type('image/svg+xml')
      .send(qrSvg(urlOf(company)));
  });
  routes.get('/w/:contractorId/qr.pdf', async (req, res, next) => {
    const company = await findHostedCompany(deps, req.params.contractorId);
    if (!company) return next();
    await drawings.consume(networkOf(req.ip ?? ''));
    const { companyName, phone, contractorId } = company.config;
    const pdf = await qrPdf({ companyName, phone: phone === null ? null : formatPhone(phone), url: urlOf(company) });
    sendPdf(res, pdf, `${contractorId}-qr.pdf`);
  });
  routes.get('/w/:contractorId', async (req, res, next) => {
    const company = await findHostedCompany(deps, req.params.contractorId);
    if (!company) return next();
    if (company.config.contractorId !== req.params.contractorId) return res.redirect(301, urlOf(company));
    res
      .set('Cache-Control', FRESH)
      .type('html')
      .send(hostedPage({ company, url: urlOf(company), productName: PRODUCT_NAME }));
  });
  return routes;
}

const sendPdf = (res: Response, pdf: Buffer, name: string): void => {
  res
    .set({ 'Cache-Control': FRESH, 'Content-Disposition': `inline; filename="${name}"` })
    .type('pdf')
    .send(pdf);
};
