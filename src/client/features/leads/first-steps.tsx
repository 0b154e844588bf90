import { Fragment, type ReactNode, Suspense, useState } from 'react';
import type { ChecklistView } from '#shared/features/company/checklist.schema.ts';
import { EMAIL_CONFIRMATION } from '#shared/features/company/checklist.words.ts';
import { PRICE_CHOICES, PRICE_SETTINGS, type PriceChoice } from '#shared/features/widget/price-choice.rules.ts';
import { sayFailed } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { sectionAddress, tabAddress } from '../dashboard/tabs.ts';
import { PRICE_WORDS } from '../widget/price-words.ts';
import { rememberHeight } from './first-steps-place.tsx';

const LiveWidget = lazyPart(() => import('./live-widget.tsx'));
const SetPrices = lazyPart(() => import('./set-prices.tsx'));

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
  const choosePrice = trpc.widget.updateSettings.useMutation({
    onMutate: () => show({ priceChoice: true }),
    onSuccess: () => void utils.widget.invalidate(),
    onError: (error) => sayFailed('We couldn’t save your choice', error),
    onSettled,
  });
  return {
    choosePrice: (choice: PriceChoice) => choosePrice.mutate(PRICE_SETTINGS[choice]),
    confirmPrices: () => confirmPrices.mutate(),
    hide: () => hide.mutate({ hidden: true }),
  };
};

interface StepProps {
  done: boolean;
  /** The step's name. It links to the step's page, unless the step has a button. */
  label: string;
  to: string;
  /** Whether this is the first unfinished step, which has a button. */
  next: boolean;
  /** The label of the step's button. Without it, the step has only the additional buttons. */
  action?: string;
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
              {action && (
                <Link className={buttonClass('primary')} to={to}>
                  {action}
                </Link>
              )}
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
  /** Whether the company has no leads yet. If so, its widget appears beside the steps. Otherwise, the steps are folded. */
  noLeads: boolean;
}

type StepName = 'prices' | 'priceChoice' | 'company' | 'payments' | 'widget';

/** Returns the step's name for the folded list. */
const stepLabels = (missing: readonly string[]): Record<StepName, string> => ({
  prices: 'Check your prices',
  priceChoice: 'Choose when homeowners see a price',
  company: companyLabel(missing),
  payments: 'Connect Stripe to get paid online',
  widget: 'Put the widget on your website',
});

/**
 * The remaining setup steps for a new company. They're folded to one line once there's a lead. Disappears when all are
 * done or the contractor hides the list. Managers don't see the step for payments, because only owners can connect an
 * account.
 */
export default function FirstSteps({ checklist, noLeads }: FirstStepsProps) {
  const { own } = useMay();
  const { missing } = checklist;
  const { hide } = useChecklist();
  const names = (['prices', 'priceChoice', 'company', 'payments', 'widget'] as const).filter(
    (name) => own || name !== 'payments',
  );
  const left = names.filter((name) => !checklist[name]);
  const [next] = left;
  const measure = (shown: HTMLElement | null) => {
    if (shown) rememberHeight(shown.offsetHeight);
  };
  if (next === undefined) return null;
  const title = (
    <h2 id="first-steps">
      First steps{' '}
      <span className="muted num">
        {names.length - left.length} of {names.length} done
      </span>
    </h2>
  );
  const hiding = (
    <Button variant="quiet" className="-mr-4" onClick={hide}>
      Hide
    </Button>
  );
  const steps = <Steps checklist={checklist} names={names} next={next} />;
  if (!noLeads)
    return (
      <details className="first-fold" aria-labelledby="first-steps">
        <summary ref={measure}>
          {title}
          <span className="muted cut">Next: {stepLabels(missing)[next]}</span>
        </summary>
        <div className="first-steps">
          <div className="row justify-end">{hiding}</div>
          {steps}
        </div>
      </details>
    );
  return (
    <div className="first-day">
      <section ref={measure} className="first-steps" aria-labelledby="first-steps">
        <div className="row between">
          {title}
          {hiding}
        </div>
        {steps}
      </section>
      <Suspense fallback={null}>
        <LiveWidget />
      </Suspense>
    </div>
  );
}

interface StepsProps {
  checklist: ChecklistView;
  /** The steps that the member's role can do, in order. */
  names: readonly StepName[];
  next: StepName;
}

/** The list of steps. The next one has buttons. */
function Steps({ checklist, names, next }: StepsProps) {
  const { missing } = checklist;
  const { choosePrice, confirmPrices } = useChecklist();
  const [asking, setAsking] = useState(false);
  const labels = stepLabels(missing);
  const of = (name: StepName) => ({ done: checklist[name], next: next === name, label: labels[name] });
  const step: Record<StepName, ReactNode> = {
    prices: (
      <Step
        {...of('prices')}
        to={tabAddress('pricing')}
        hint="Three questions: your usual fence, its price per foot, and the price of a gate."
        doneLabel="Prices checked"
      >
        {asking ? (
          <Suspense fallback={null}>
            <SetPrices />
          </Suspense>
        ) : (
          <>
            <Button variant="primary" onClick={() => setAsking(true)}>
              Set my prices
            </Button>
            <Button variant="quiet" onClick={confirmPrices}>
              My prices are right
            </Button>
          </>
        )}
      </Step>
    ),
    priceChoice: (
      <Step
        {...of('priceChoice')}
        to={tabAddress('widget')}
        hint="Your widget doesn’t show a price yet. You can change this anytime in Widget."
        doneLabel="Price in the widget chosen"
      >
        {PRICE_CHOICES.map((choice) => (
          <Button key={choice} onClick={() => choosePrice(choice)}>
            {PRICE_WORDS[choice].label}
          </Button>
        ))}
      </Step>
    ),
    company: (
      <Step
        {...of('company')}
        to={sectionAddress('company')}
        action={companyAction(missing)}
        hint={companyHint(missing)}
        doneLabel="Company details complete"
      />
    ),
    payments: (
      <Step
        {...of('payments')}
        to={sectionAddress('payments')}
        action="Connect Stripe"
        hint="Homeowners pay the deposit when they sign."
        doneLabel="Payments connected"
      />
    ),
    widget: (
      <Step
        {...of('widget')}
        to={tabAddress('widget')}
        action="Get the code"
        hint="Homeowners ask for a price, and you get the lead."
        doneLabel="Widget seen on your website"
      />
    ),
  };
  return (
    <ol className="card">
      {names.map((name) => (
        <Fragment key={name}>{step[name]}</Fragment>
      ))}
    </ol>
  );
}
