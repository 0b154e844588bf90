import { Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { MAX_OPTIONS } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../lib/router.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { useLeadsAddress } from '../leads/leads-address.ts';
import { Textarea } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { PlanFields } from '../payments/plan-fields.tsx';
import { Customer } from './customer.tsx';
import type { Reckoned } from './price-option.rules.ts';
import { OfferControl } from './offer-control.tsx';
import { OptionFields, OptionGroup } from './option-fields.tsx';
import { TermsField } from './terms-field.tsx';
import { RemovedNote } from './row-parts.tsx';
import type { EstimateFormState } from './use-estimate-form.ts';
import '../payments/payments.css';

interface PlanFoldProps {
  /** Whether it's unfolded at first. */
  open: boolean;
  children: ReactNode;
}

/** The payment plan, out of sight until it's wanted. Folded, it has no fields, so that Enter moves past it. */
function PlanFold({ open: first, children }: PlanFoldProps) {
  const [open, setOpen] = useState(first);
  return (
    <details className="pay-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Payment plan</summary>
      {open && children}
    </details>
  );
}

const focusNext = (form: HTMLFormElement, from: Element): void => {
  const fields = [...form.querySelectorAll<HTMLElement>('input, select, textarea')];
  fields[fields.findIndex((field) => field === from) + 1]?.focus();
};

/**
 * Handles Enter in a form that must not be submitted accidentally. Enter moves to the next field. Ctrl+Enter
 * (Cmd+Enter) submits.
 */
const useEnterKey = (form: RefObject<HTMLFormElement | null>, send: () => void): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      send();
    } else if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) {
      event.preventDefault();
      if (form.current) focusNext(form.current, event.target);
    }
  });
  useEffect(() => {
    const element = form.current;
    const listen = (event: KeyboardEvent): void => press(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [form]);
};

interface EstimateFieldsProps {
  lead: LeadView;
  pricing: PricingView;
  state: EstimateFormState;
  /** The computed options. An option is undefined if it can't be priced. */
  reckoned: readonly (Reckoned | undefined)[];
  /** Called when an option receives focus. */
  onEnter: (at: number) => void;
  /** The cost and margin of the shown option, for those who may see it. */
  margin: ReactNode;
  /** The deposit in words, as inserted into the terms. */
  deposit: string | undefined;
  /** What each stage of the payment plan asks for, in cents. */
  stages: readonly number[] | undefined;
  /** The same without a state's limit on what is due at the signature. */
  unlimited: readonly number[] | undefined;
}

/**
 * The left side of the dialog, where the contractor edits the estimate. Only the button or Ctrl+Enter (Cmd+Enter) sends
 * it, because a sent estimate can't be recalled. Enter moves to the next field.
 */
export function EstimateFields(props: EstimateFieldsProps) {
  const { lead, pricing, state, reckoned, onEnter, margin, deposit, stages, unlimited } = props;
  const { values, form, field, errors, change, leave, send } = state;
  const { linkTo } = useLeadsAddress();
  useEnterKey(form.ref, send);
  const several = values.options.length > 1;
  return (
    <form {...form} className="stack" onSubmit={(event) => event.preventDefault()}>
      <Customer lead={lead} />
      {errors['zip'] && (
        <div>
          <FieldError>{errors['zip']}</FieldError>
          <Link className="sm" to={linkTo({ dialog: 'edit' })} keepsTyping>
            Edit the lead
          </Link>
        </div>
      )}
      {several ? (
        values.options.map((_, at) => (
          <OptionGroup
            key={at}
            at={at}
            pricing={pricing}
            state={state}
            reckoned={reckoned[at]}
            onEnter={() => onEnter(at)}
          />
        ))
      ) : (
        <OptionFields at={0} pricing={pricing} state={state} reckoned={reckoned[0]} />
      )}
      <RemovedNote state={state} list="options" />
      <div className="est-adds">
        {values.options.length < MAX_OPTIONS && (
          <Button
            className="justify-self-start"
            icon={<Plus className="i" aria-hidden />}
            onMouseDown={keepFocus}
            onClick={() => {
              onEnter(values.options.length);
              state.addOption();
            }}
          >
            Offer another option
          </Button>
        )}
        <OfferControl
          label="Discount"
          add="Give a discount"
          from="the estimate is sent"
          path="offer"
          offer={values.offer}
          errors={errors}
          onChange={state.changeOffer}
          onLeave={(path) => leave(path)}
        />
      </div>
      {margin}
      <PlanFold open={values.plan.kind !== 'usual'}>
        <PlanFields
          value={values.plan}
          usual="As in your payment settings"
          errors={errors}
          onChange={state.changePlan}
          onLeave={leave}
          cents={stages}
          unlimited={unlimited}
        />
      </PlanFold>
      <Field label="Additional notes" hint="The homeowner reads these on the estimate." error={errors['notes']}>
        <Textarea {...field('notes')} rows={3} />
      </Field>
      <TermsField
        value={values.terms}
        usual={state.usualTerms}
        error={errors['terms']}
        onChange={(text) => change('terms', text)}
        onBlur={() => leave('terms')}
        deposit={deposit}
        language={lead.language}
      />
    </form>
  );
}
