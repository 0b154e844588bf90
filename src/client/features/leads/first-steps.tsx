import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { ChecklistView } from '#shared/features/company/checklist.schema.ts';
import { EMAIL_CONFIRMATION } from '#shared/features/company/checklist.words.ts';
import { sayFailed } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/parts.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { sectionAddress, tabAddress } from '../dashboard/tabs.ts';
import { rememberHeight } from './first-steps-place.tsx';

const LiveWidget = lazyPart(() => import('./live-widget.tsx'));

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Returns a label such as 'Add your phone and postal address' or 'Confirm your company email', or both combined. */
const companyLabel = (missing: readonly string[]): string => {
  const details = missing.filter((word) => word !== EMAIL_CONFIRMATION);
  if (details.length === missing.length) return `Add your ${list.format(details)}`;
  const confirm = 'onfirm your company email';
  return details.length === 0 ? `C${confirm}` : `Add your ${list.format(details)}, and c${confirm}`;
};

/** Returns the link label for the missing company detail. */
const companyAction = (missing: readonly string[]): string =>
  missing.every((word) => word === EMAIL_CONFIRMATION) ? 'Confirm email' : 'Add details';

const companyHint = (missing: readonly string[]): string =>
  `${missing.length === 1 ? 'This appears' : 'These appear'} on your estimates and emails.`;

/** The checklist's actions. Each change is shown immediately, and then replaced with the server's data. */
const useChecklist = () => {
  const utils = trpc.useUtils();
  const show = (change: Partial<ChecklistView>) =>
    utils.company.checklist.setData(undefined, (now) => now && { ...now, ...change });
  const onSettled = () => utils.company.checklist.invalidate();
  const confirmPrices = trpc.company.confirmPrices.useMutation({
    onMutate: () => show({ prices: true }),
    onError: (error) => sayFailed('We couldn’t confirm your prices', error),
    onSettled,
  });
  const hide = trpc.company.hideChecklist.useMutation({
    onMutate: ({ hidden }) => show({ open: !hidden }),
    onSuccess: (_nothing, { hidden }) => {
      const action = { label: 'Undo', onClick: () => hide.mutate({ hidden: false }) };
      if (hidden) toast.done('First steps hidden', { action });
    },
    onError: (error, { hidden }) => sayFailed(`We couldn’t ${hidden ? 'hide' : 'restore'} the first steps`, error),
    onSettled,
  });
  return { confirmPrices: () => confirmPrices.mutate(), hide: () => hide.mutate({ hidden: true }) };
};

interface StepProps {
  done: boolean;
  /** The step's name. It links to the step's page, unless the step has a button. */
  label: string;
  to: string;
  /** Whether this is the first unfinished step, which has a button. */
  next: boolean;
  /** The label of the step's button. */
  action: string;
  /** The step's purpose. */
  hint: string;
  /** Replaces the label once the step is done. */
  doneLabel: string;
  /** An additional button. */
  children?: ReactNode;
}

function Step({ done, next, label, to, action, hint, doneLabel, children }: StepProps) {
  return (
    <li data-done={done || undefined} data-next={next || undefined}>
      <span className="step-post" aria-hidden />
      {done ? (
        <span className="grow muted">
          {doneLabel}
          <span className="sr-only">, done</span>
        </span>
      ) : (
        <div className="grow">
          {next ? <b className="step-name">{label}</b> : <Link to={to}>{label}</Link>}
          <p className="sm muted">{hint}</p>
          {next && (
            <div className="step-acts">
              <Link className={buttonClass('primary')} to={to}>
                {action}
              </Link>
              {children}
            </div>
          )}
        </div>
      )}
    </li>
  );
}

interface FirstStepsProps {
  checklist: ChecklistView;
  /** Whether the company has no leads yet. If so, its widget appears beside the steps. */
  noLeads: boolean;
}

/** The remaining setup steps for a new company. Disappears when all are done or the contractor hides the list. */
export default function FirstSteps({ checklist, noLeads }: FirstStepsProps) {
  const { prices, company, missing, payments, widget } = checklist;
  const { confirmPrices, hide } = useChecklist();
  const steps = { prices, company, payments, widget };
  const done = Object.values(steps).filter(Boolean).length;
  const left = Object.entries(steps).find(([, isDone]) => !isDone)?.[0];
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (card.current) rememberHeight(card.current.offsetHeight);
  });
  return (
    <div className="first-day">
      <section ref={card} className="first-steps" aria-labelledby="first-steps">
        <div className="row between">
          <h2 id="first-steps">
            First steps <span className="muted num">{done} of 4 done</span>
          </h2>
          <Button variant="quiet" className="-mr-4" onClick={hide}>
            Hide
          </Button>
        </div>
        <ol className="card">
          <Step
            done={prices}
            next={left === 'prices'}
            label="Check your prices"
            to={tabAddress('pricing')}
            action="Check prices"
            hint="Homeowners see these prices in your widget."
            doneLabel="Prices checked"
          >
            <Button variant="quiet" onClick={confirmPrices}>
              My prices are right
            </Button>
          </Step>
          <Step
            done={company}
            next={left === 'company'}
            label={companyLabel(missing)}
            to={sectionAddress('company')}
            action={companyAction(missing)}
            hint={companyHint(missing)}
            doneLabel="Company details complete"
          />
          <Step
            done={payments}
            next={left === 'payments'}
            label="Connect Stripe to get paid online"
            to={sectionAddress('payments')}
            action="Connect Stripe"
            hint="Homeowners pay the deposit when they sign."
            doneLabel="Payments connected"
          />
          <Step
            done={widget}
            next={left === 'widget'}
            label="Put the widget on your website"
            to={tabAddress('widget')}
            action="Get the code"
            hint="Homeowners ask for a price, and you get the lead."
            doneLabel="Widget seen on your website"
          />
        </ol>
      </section>
      {noLeads && (
        <Suspense fallback={null}>
          <LiveWidget />
        </Suspense>
      )}
    </div>
  );
}
