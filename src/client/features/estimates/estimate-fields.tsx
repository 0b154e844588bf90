import { Plus } from 'lucide-react';
import type { RefObject } from 'react';
import { MAX_OPTIONS } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { Customer } from './customer.tsx';
import { inputName } from './estimate-form.rules.ts';
import type { Reckoned } from './estimate-paper.tsx';
import { OptionFields, OptionGroup } from './option-fields.tsx';
import { TermsField } from './terms-field.tsx';
import { useEnterKey } from './use-enter-key.ts';
import { type EstimateFormState, UNDO } from './use-estimate-form.ts';

interface EstimateFieldsProps {
  lead: LeadView;
  pricing: PricingView;
  state: EstimateFormState;
  element: RefObject<HTMLFormElement | null>;
  /** Each option calculated; undefined where it can't be. */
  reckoned: readonly (Reckoned | undefined)[];
  onSubmit: () => void;
  /** An option is being worked on. */
  onEnter: (at: number) => void;
  /** In words, for the terms. */
  deposit: string | undefined;
}

/**
 * The left side: what the contractor changes. Enter in a field moves to the next one, because a sent estimate can't be
 * taken back; only the button sends, or Ctrl+Enter (Cmd+Enter).
 */
export function EstimateFields(props: EstimateFieldsProps) {
  const { lead, pricing, state, element, reckoned, onSubmit, onEnter, deposit } = props;
  const { form, change, leave, errorOf } = state;
  useEnterKey(element, onSubmit);
  const several = form.options.length > 1;
  return (
    <form ref={element} className="stack" noValidate onSubmit={(event) => event.preventDefault()}>
      <Customer lead={lead} />
      {several ? (
        form.options.map((_, at) => (
          <OptionGroup
            key={at}
            at={at}
            pricing={pricing}
            state={state}
            totalCents={reckoned[at]?.totalCents}
            onEnter={() => onEnter(at)}
          />
        ))
      ) : (
        <OptionFields at={0} pricing={pricing} state={state} />
      )}
      {state.removed && (
        <div className="row between" role="status">
          <span className="sm muted wrap-anywhere">{state.removed.label} removed.</span>
          <Button variant="quiet" name={UNDO} onMouseDown={keepFocus} onClick={state.putBack}>
            Undo
          </Button>
        </div>
      )}
      {form.options.length < MAX_OPTIONS && (
        <Button
          className="justify-self-start"
          icon={<Plus className="i" aria-hidden />}
          onMouseDown={keepFocus}
          onClick={() => {
            onEnter(form.options.length);
            state.addOption();
          }}
        >
          Offer another option
        </Button>
      )}
      <Field label="Additional notes" error={errorOf('notes')}>
        <Textarea
          name={inputName('notes')}
          rows={3}
          value={form.notes}
          onChange={(event) => change('notes', event.target.value)}
          onBlur={() => leave('notes', form.notes)}
        />
      </Field>
      <TermsField
        value={form.terms}
        error={errorOf('terms')}
        onChange={(text) => change('terms', text)}
        onBlur={() => leave('terms', form.terms)}
        deposit={deposit}
      />
    </form>
  );
}
