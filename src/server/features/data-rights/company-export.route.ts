import { roleMay } from '#shared/features/team/roles.rules.ts';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Router } from 'express';
import { openExport } from '#core/features/data-rights/company-export.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { asViewer } from '../../as-viewer.ts';
import type { ServerDeps } from '../../server-deps.ts';

const NAME = /^([\w-]+\.[\w-]+)\.zip$/;

/**
 * Serves the zip of a company's data at `/exports/:token.zip`, to owners and managers of that company. The address,
 * which `company.exportStatus` returns, works for 15 minutes. For everyone else, it doesn't exist.
 */
export function companyExportRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  routes.get('/exports/:name', async (req, res, next) => {
    const token = NAME.exec(req.params.name)?.[1];
    const { viewer } = await deps.sessions.read(req.headers.cookie);
    if (!viewer) throw new AppError('Please sign in', 'UNAUTHENTICATED');
    const { company, userId } = viewer;
    if (!token || !company || !roleMay(company.role, 'manage')) return next();
    const by = { userId, companyId: company.id, role: company.role, ip: req.ip ?? '' };
    await asViewer(viewer, 'read', async () => {
      const found = await openExport(deps, by, token);
      if (!found) return next();
      res.attachment(`${company.contractorId}-${found.day}.zip`);
      res.set({
        'Content-Type': 'application/zip',
        'Content-Length': String(found.size),
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      });
      // A browser that leaves in the middle is no error.
      await pipeline(Readable.from(found.parts), res).catch(() => undefined);
    });
  });
  return routes;
}
