import express, { type Request, type Response, type Router } from 'express';
import { z, ZodError } from 'zod';
import { acceptEstimate } from '#core/features/agreements/accept-estimate.ts';
import { askQuestion } from '#core/features/agreements/ask-question.ts';
import { declineEstimate } from '#core/features/agreements/decline-estimate.ts';
import { payEstimate } from '#core/features/agreements/pay-estimate.ts';
import { acceptInput, askInput, declineInput, payInput } from '#shared/features/estimates/estimate-page.schema.ts';
import { ERROR_STATUS } from '#shared/primitives/app-error.ts';
import { type SaidError, sayError, sayInvalid } from '../../trpc/error-mapping.ts';
import { sayIn } from '../../http/errors-in-spanish.ts';
import { countAnswer, countQuestion } from './answer-limits.ts';
import { DEFAULT_LANGUAGE, readLanguage } from '#shared/primitives/language.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { estimatePageWords } from './words/index.ts';
import { renderGoPage } from './page-frame.tsx';
import { findPage, type PageRoutes, sendNoPage, sendPage, sendPrivately } from './send-page.ts';
import { type AnswerForm, pathOf } from './shown-page.ts';

type Typed = Record<string, string>;

interface Posted {
  token: string;
  typed: Typed;
  ip: string;
  userAgent: string;
}

/** Where an accepted form leads: back to the page (with this query and fragment), or to another site. */
type Done = { query?: string; panel?: string } | { goTo: string };

const formBody = z.record(z.string(), z.string()).catch({});
/** Empty fields of a form count as missing. */
const filled = (typed: Typed): Typed => Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''));

/**
 * The homeowner page's forms for browsers without scripts. Accepted ones redirect to the page with 303; refused ones
 * return with the reason beside what was typed. The token is the only authority: there is no cookie that another site
 * could use.
 */
export function answerRoutes(shared: PageRoutes): Router {
  const { deps } = shared;
  const routes = express.Router({ caseSensitive: true });
  const read = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 20 });
  const on = (form: AnswerForm, work: (posted: Posted) => Promise<Done>) =>
    routes.post(`/estimate/:token/${form}`, read, async (req, res) => {
      const posted = postedBy(req);
      try {
        finish(res, posted, await work(posted));
      } catch (error) {
        await refuse(shared, { res, form, posted, error });
      }
    });

  on('accept', async ({ token, typed, ip, userAgent }) => {
    await countAnswer(deps, { token, ip });
    const { agreed: _agreed, ...signing } = acceptInput.parse({
      ...filled(typed),
      token,
      agreed: typed['agreed'] === 'yes',
      name: typed['name'] ?? '',
    });
    await acceptEstimate(deps, { ...signing, ip, userAgent });
    return {};
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

/** Shows an error that the person can fix on the page. Passes on any other error to be logged. */
async function refuse(shared: PageRoutes, { res, form, posted, error }: Refusal): Promise<void> {
  const said = sayIn(languageIn(posted), error instanceof ZodError ? sayInvalid(error) : sayError(error));
  if (said.code === 'UNKNOWN_ERROR') throw error;
  if (said.code === 'NOT_FOUND') return sendNoPage(res);
  const { token, typed } = posted;
  const page = await findPage(shared.deps, {
    token,
    option: typed['optionId'],
    language: typed['language'],
    ip: posted.ip,
  });
  if (!page) return sendNoPage(res);
  // a form sent twice, or from two tabs, shows the result of the first
  if (said.code === 'CONFLICT' && form !== 'pay' && page.state !== 'open') return finish(res, posted, {});
  if (said.retryAfter !== undefined) res.set('Retry-After', String(said.retryAfter));
  res.status(ERROR_STATUS[said.code]);
  sendPage(res, shared, { page, token, refused: { form, typed, ...wordsOf(said) } });
}

const wordsOf = ({ message, fields = {} }: SaidError) => ({ message: sentences(message), fields });
