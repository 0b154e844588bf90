import express, { Router } from 'express';
import { z } from 'zod';
import { parsed } from './api/problems.ts';

const EMPTY = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Sandbox//Busy//EN\r\nEND:VCALENDAR\r\n';
const bodySchema = z.object({ ics: z.string() });

/** Serves a stand-in for a member's own calendar. `PUT /api/busy {ics}` replaces what `GET /busy.ics` responds with. */
export function busyRoutes(): Router {
  const router = Router();
  let ics = EMPTY;
  router.get('/busy.ics', (_request, response) => {
    response.set('Cache-Control', 'no-store').type('text/calendar; charset=utf-8').send(ics);
  });
  router.put('/api/busy', express.json({ limit: '16mb' }), (request, response) => {
    ({ ics } = parsed(bodySchema, request.body));
    response.json({ bytes: Buffer.byteLength(ics) });
  });
  return router;
}
