import { useEffect, useState } from 'react';
import { type EstimateListItem, MAX_OPTIONS } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { draft } from '../../lib/draft.ts';
import { useForm } from '../../lib/form.ts';
import { faultsOf, inputName, offerOf, readKeptForm, refusedPaths, startingForm } from './estimate-form.rules.ts';
import { labelsOf, type OptionField, type OptionForm, optionPath } from './estimate-options.rules.ts';
import { type OfferForm, offerOfForm } from './offer-form.rules.ts';
import { useTimeZone } from '../../lib/company.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { useStartAfterSending } from '../follow-ups/use-start-after-sending.ts';
import { sentWords, waitingTextWords } from './estimate.words.ts';

/** Sends an estimate and shows the result in a toast. */
const useSendEstimate = (lead: LeadView, { forget, onSent }: { forget: () => void; onSent: () => void }) => {
  const utils = trpc.useUtils();
  const { zone } = useTimeZone();
  const followUp = useStartAfterSending(lead);
  return trpc.estimates.send.useMutation({
    onSuccess: ({ textAt }) => {
      forget();
      toast.done(sentWords(lead, textAt), {
        detail: waitingTextWords(textAt, zone),
        ...followUp(),
      });
      void Promise.all([
        utils.leads.invalidate(),
        utils.estimates.listForLead.invalidate({ leadId: lead.id }),
        utils.subscription.check.invalidate(),
      ]);
      onSent();
    },
  });
};

interface Given {
  lead: LeadView;
  pricing: PricingView;
  terms: string;
  /** The newest estimate version sent to the lead. */
  newest: EstimateListItem | undefined;
  onSent: () => void;
}

interface Removed {
  option: OptionForm;
  at: number;
  label: string;
}

/** The `name` of the button that restores an option. */
export const UNDO = 'undo';

/** The estimate dialog's values, stored in this browser tab until the estimate is sent or discarded. */
export const useEstimateForm = ({ lead, pricing, terms, newest, onSent }: Given) => {
  const key = `estimate:${lead.id}`;
  const [start] = useState(() => startingForm(lead, { pricing, terms, newest }));
  const [values, setValues] = useState(() => readKeptForm(draft.find(key)) ?? start);
  const [removed, setRemoved] = useState<Removed>();
  const labels = labelsOf(values.options, pricing);
  const forget = () => draft.forget(key);
  const call = useSendEstimate(lead, { forget, onSent });
  const termsEdited = values.terms !== start.terms;
  const form = useForm({
    values,
    start,
    type: (change) => setValues((now) => ({ ...now, ...change })),
    rules: (typed) => faultsOf(typed, pricing),
    submit: (typed) => {
      const priced = offerOf(typed.options, pricing);
      const { notes } = typed;
      if (priced)
        call.mutate({
          leadId: lead.id,
          ...priced,
          offer: offerOfForm(typed.offer),
          notes,
          ...(termsEdited && { terms: typed.terms }),
        });
    },
    call,
    refusals: ({ fields }) => refusedPaths(fields),
    nameOf: inputName,
  });
  const { dirty } = form;
  useEffect(() => {
    if (dirty) draft.keep(key, values);
    else draft.forget(key);
  }, [key, values, dirty]);

  const setOption = (at: number, change: Partial<OptionForm>) =>
    setValues((now) => ({
      ...now,
      options: now.options.map((option, index) => (index === at ? { ...option, ...change } : option)),
    }));
  const setOptions = (options: OptionForm[], gone?: Removed) => {
    setValues({ ...values, options });
    setRemoved(gone);
  };
  return {
    ...form,
    values,
    labels,
    /** The terms before any edit. */
    usualTerms: start.terms,
    /** True from when the send button is pressed until the dialog closes. */
    busy: call.isPending || call.isSuccess,
    changeOption: (at: number, field: OptionField, text: string) => {
      form.typed(optionPath(at, field));
      setOption(at, { [field]: text });
    },
    changeOffer: (offer: OfferForm | null, path: string) => {
      form.typed(path);
      setValues((now) => ({ ...now, offer }));
    },
    /** If the name field is left empty, names the option after its material. */
    leaveLabel: (at: number) => {
      const { label } = values.options[at] ?? {};
      if (label?.trim()) form.leave(optionPath(at, 'label'), label);
      else setOption(at, { label: null });
    },
    /** Adds a copy of the first option, because options often differ only in the material. */
    addOption: () => {
      const [first] = values.options;
      const at = values.options.length;
      if (!first || at >= MAX_OPTIONS) return;
      setOptions([...values.options, { ...first, label: null }]);
      form.focusNext(optionPath(at, 'materialId'));
    },
    removeOption: (at: number) => {
      const option = values.options[at];
      if (!option || values.options.length < 2) return;
      // Clears the errors, because the later options move up and the errors would no longer match their fields.
      form.clear();
      setOptions(values.options.toSpliced(at, 1), { option, at, label: labels[at] ?? '' });
      form.focusNext(UNDO);
    },
    /** The last removed option, while it can still be restored. */
    removed,
    putBack: () => {
      if (!removed) return;
      form.clear();
      setOptions(values.options.toSpliced(removed.at, 0, removed.option));
      form.focusNext(optionPath(removed.at, 'materialId'));
    },
    forget,
  };
};

export type EstimateFormState = ReturnType<typeof useEstimateForm>;
