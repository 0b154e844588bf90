import { createRequire } from 'node:module';
import express, { type Request, type Response, type Router } from 'express';
import { z, ZodError } from 'zod';
import {
  acceptInput,
  askInput,
  chooseInput,
  declineInput,
  payInput,
} from '#shared/features/estimates/estimate-page.schema.ts';
import { ERROR_STATUS } from '#shared/primitives/app-error.ts';
import { DEFAULT_LANGUAGE, readLanguage } from '#shared/primitives/language.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { acceptEstimate } from '#core/features/agreements/accept-estimate.ts';
import { chooseAddOns } from '#core/features/agreements/choose-add-ons.ts';
import { askQuestion } from '#core/features/agreements/ask-question.ts';
import { declineEstimate } from '#core/features/agreements/decline-estimate.ts';
import { payEstimate } from '#core/features/agreements/pay-estimate.ts';
import { isErasedLink, tokenOfCode } from '#core/features/estimates/estimate-links.ts';
import { openEstimate, type OpenedEstimate, recordView } from '#core/features/agreements/open-estimate.ts';
import { isPreview } from '#core/features/instant/preview-instant.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { type SaidError, sayError, sayInvalid } from '../../trpc/error-mapping.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { sayIn } from '../../http/errors-in-spanish.ts';
import { countAnswer, countChoice, countMiss, countQuestion } from './answer-limits.ts';
import { estimatePageWords } from './words/index.ts';
import { renderGoPage } from './page-frame.tsx';
import {
  findPage,
  loadPageScript,
  type PageRoutes,
  sendInvoice,
  sendNoPage,
  sendOn,
  sendPage,
  sendPdf,
  sendPrivately,
} from './send-page.ts';
import { type AnswerForm, pathOf } from './shown-page.ts';

type Typed = Record<string, string>;

interface Posted {
  token: string;
  typed: Typed;
  ip: string;
  userAgent: string;
}

/** The redirect target after an accepted form: the page itself (with this query and fragment) or another site. */
type Done = { query?: string; panel?: string } | { goTo: string };

/** A field that is sent several times, such as `addOn`, becomes one text with commas. */
const formValue = z.union([z.string(), z.array(z.string()).transform((values) => values.join(','))]);
const formBody = z.record(z.string(), formValue).catch({});
/** Removes empty form fields, so they count as missing. */
const filled = (typed: Typed): Typed => Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));

/**
 * Handles the homeowner page's forms in browsers without scripts. When a form is accepted, it redirects to the page
 * with 303. When a form is refused, it renders the page with the reason and the typed values. The token is the only
 * authorization, so there's no cookie that another site could misuse.
 */
function answerRoutes(shared: PageRoutes): Router {
  const { deps } = shared;
  const routes = express.Router({ caseSensitive: true });
  const read = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 60 });
  const on = (form: AnswerForm, work: (posted: Posted) => Promise<Done>) =>
    routes.post(`/estimate/:token/${form}`, read, async (req, res) => {
      const posted = postedBy(req);
      try {
        const done = await work(posted);
        await noteViewAt(deps, req);
        finish(res, posted, done);
      } catch (error) {
        await refuse(shared, { res, form, posted, error });
      }
    });

  on('accept', async ({ token, typed, ip, userAgent }) => {
    await countAnswer(deps, { token, ip });
    const { addOn, ...fields } = typed;
    const { agreed: _agreed, ...signing } = acceptInput.parse({
      ...filled(fields),
      ...(addOn && { addOnIds: addOn }),
      token,
      agreed: typed['agreed'] === 'yes',
      name: typed['name'] ?? '',
    });
    await acceptEstimate(deps, { ...signing, ip, userAgent });
    return {};
  });
  on('choose', async ({ token, typed, ip }) => {
    await countChoice(deps, { token, ip });
    const { addOn = '', optionId, language } = typed;
    await chooseAddOns(
      deps,
      chooseInput.parse({ ...filled({ optionId: optionId ?? '', language: language ?? '' }), token, addOnIds: addOn }),
    );
    return { ...(optionId ? { query: `option=${encodeURIComponent(optionId)}` } : {}), panel: '#costs' };
  });
  on('decline', async ({ token, typed, ip }) => {
    await countAnswer(deps, { token, ip });
    await declineEstimate(deps, declineInput.parse({ ...filled(typed), token }));
    return {};
  });
  on('ask', async ({ token, typed, ip }) => {
    await countQuestion(deps, { token, ip });
    await askQuestion(deps, askInput.parse({ ...filled(typed), question: typed['question'] ?? '', token }));
    return { query: 'asked=1', panel: '#ask' };
  });
  on('pay', async ({ token, typed, ip }) => {
    await countAnswer(deps, { token, ip });
    const { url } = await payEstimate(deps, payInput.parse({ ...typed, token }));
    return { goTo: url };
  });
  return routes;
}

const postedBy = (req: Request<{ token: string }>): Posted => ({
  token: req.params.token,
  typed: formBody.parse(req.body),
  ip: req.ip ?? '',
  userAgent: req.get('user-agent') ?? '',
});

const finish = (res: Response, posted: Posted, done: Done): void => {
  if ('goTo' in done)
    return sendPrivately(res, (nonce) => renderGoPage(estimatePageWords(languageIn(posted)), done.goTo, nonce));
  res.set({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'private, no-store' });
  const { language } = posted.typed;
  const query = [language && `lang=${encodeURIComponent(language)}`, done.query].filter(Boolean).join('&');
  res.redirect(303, `${pathOf(posted)}${query === '' ? '' : `?${query}`}${done.panel ?? ''}`);
};

const languageIn = ({ typed }: Posted) => readLanguage(typed['language']) ?? DEFAULT_LANGUAGE;

interface Refusal {
  res: Response;
  form: AnswerForm;
  posted: Posted;
  error: unknown;
}

/** Shows an error on the page if the homeowner can correct it. Rethrows any other error, so that it's logged. */
async function refuse(shared: PageRoutes, { res, form, posted, error }: Refusal): Promise<void> {
  const said = sayIn(languageIn(posted), error instanceof ZodError ? sayInvalid(error) : sayError(error));
  if (said.code === 'UNKNOWN_ERROR') throw error;
  if (said.code === 'NOT_FOUND') return sendNoPage(res, shared.deps.config.PRODUCT_NAME);
  const { token, typed } = posted;
  const page = await findPage(shared.deps, {
    token,
    option: typed['optionId'],
    language: typed['language'],
    ip: posted.ip,
  });
  if (!page) return sendNoPage(res, shared.deps.config.PRODUCT_NAME);
  // if the form was sent twice or from two tabs, shows the result of the first submission
  const isAnswered = page.state !== 'open' && (page.change === null || form === 'ask');
  if (said.code === 'CONFLICT' && form !== 'pay' && isAnswered) return finish(res, posted, {});
  // The page says that the change can't be signed anymore.
  if ((form === 'accept' || form === 'decline') && page.changeOver !== null) return finish(res, posted, {});
  if (said.retryAfter !== undefined) res.set('Retry-After', String(said.retryAfter));
  res.status(ERROR_STATUS[said.code]);
  sendPage(res, shared, { page, token, refused: { form, typed, ...wordsOf(said) } });
}

const wordsOf = ({ message, fields = {} }: SaidError) => ({ message: sentences(message), fields });

const FONT = createRequire(import.meta.url).resolve(
  '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
);

/**
 * Serves the homeowner's page `/estimate/:token`, rendered on the server, with its forms and its PDF
 * (docs/architecture.md, 'Estimates'). Unknown, altered and revoked tokens get the same 404. Paths are case-sensitive,
 * so the log's redaction matches every token.
 */
export function estimatePageRoutes(deps: ServerDeps, { script: file }: { script: string }): Router {
  const routes = express.Router({ caseSensitive: true });
  const shared: PageRoutes = { deps, script: loadPageScript(file) };
  routes.get('/fonts/archivo.woff2', (_req, res) => {
    res.sendFile(FONT, { maxAge: '30d', immutable: true });
  });
  routes.get('/estimate.js', (_req, res, next) => {
    if (!shared.script) return next();
    res.type('text/javascript').set('Cache-Control', 'public, max-age=31536000, immutable').send(shared.script.content);
  });
  routes.get('/estimate/:token.pdf', async (req, res) => {
    const { token } = req.params;
    const ip = req.ip ?? '';
    const page = await findPage(deps, { token, option: req.query['option'], language: req.query['lang'], ip });
    if (page) await sendPdf(deps, res, { page, token, ip });
    else sendNoPage(res, deps.config.PRODUCT_NAME);
  });
  routes.get('/estimate/:token/invoice.pdf', async (req, res) => {
    const { token } = req.params;
    const ip = req.ip ?? '';
    const page = await findPage(deps, { token, option: undefined, language: req.query['lang'], ip });
    if (page) await sendInvoice(deps, res, { page, token, ip });
    else sendNoPage(res, deps.config.PRODUCT_NAME);
  });
  routes.get('/estimate/:token', async (req, res) => {
    const { token } = req.params;
    const { option, payment, asked, lang: language } = req.query;
    // the query parameter doesn't prove that a payment was made, so the server checks with Stripe (S3)
    const page = await findPage(deps, { token, option, language, ip: req.ip ?? '', paid: payment !== undefined });
    if (!page) return sendNoPage(res, deps.config.PRODUCT_NAME, await isErasedLink(deps, token));
    // The script would record a view, which a preview doesn't have.
    const shown = isPreview(token) ? { ...shared, script: null } : shared;
    sendPage(res, shown, { page, token, asked: asked !== undefined });
  });
  // the short link in texts redirects to the page
  routes.get('/e/:code', async (req, res) => {
    const token = await tokenOfCode(deps, req.params.code);
    if (token !== undefined) return sendOn(res, token);
    await countMiss(deps, req.ip ?? '');
    sendNoPage(res, deps.config.PRODUCT_NAME, await isErasedLink(deps, req.params.code));
  });
  // The page's script posts this once the page has been visible. A plain GET may come from a link scanner.
  routes.post('/estimate/:token/seen', async (req, res) => {
    await noteViewAt(deps, req);
    res.set('Cache-Control', 'private, no-store').status(204).end();
  });
  routes.use(answerRoutes(shared));
  return routes;
}

/**
 * Records that a person looked at the page of this link: the page's script said so, or a form without a script was sent.
 * An invalid token is counted like any other. Throws RATE_LIMITED.
 */
async function noteViewAt(deps: ServerDeps, req: Request<{ token: string }>): Promise<void> {
  const { token } = req.params;
  const opened = await openEstimate(deps, token);
  if (opened) await noteView(deps, req, opened);
  else await countMiss(deps, req.ip ?? '');
}

/**
 * Records a view, unless a member of the company is viewing the page. A failure is logged, but the homeowner still gets
 * the page.
 */
async function noteView(deps: ServerDeps, req: Request, { version: { estimate } }: OpenedEstimate): Promise<void> {
  try {
    const { viewer } = await deps.sessions.read(req.headers.cookie);
    if (viewer?.company?.id === estimate.company_id) return;
    await recordView(deps, estimate);
  } catch (error) {
    deps.logger.error({ estimateId: estimate.id, err: errorForLog(error) }, 'failed to record a view of an estimate');
  }
}
