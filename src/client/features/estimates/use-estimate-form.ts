import { useEffect, useState } from 'react';
import { type EstimateListItem, MAX_OPTIONS } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { draft } from '../../lib/draft.ts';
import { useForm } from '../../lib/form.ts';
import {
  faultsOf,
  inputName,
  offerOf,
  readKeptForm,
  refusedPaths,
  stablePath,
  startingForm,
} from './estimate-form.rules.ts';
import { labelsOf, type OptionForm, optionPath } from './estimate-options.rules.ts';
import { putRowBack, removeRow, type RowList } from './fence-form.rules.ts';
import { type OfferForm, offerOfForm } from './offer-form.rules.ts';
import { type PlanForm, planOfForm } from '../payments/plan-form.rules.ts';
import { jobZip } from '#shared/features/leads/job-zip.ts';
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

/** What was removed last, and how it's put back. */
interface Removed {
  label: string;
  /** Where the note that it was removed is shown: below the options, or in a list of rows of the option at `at`. */
  list: RowList | 'options';
  at: number;
  putBack: (options: OptionForm[]) => OptionForm[];
  /** The field to focus then. */
  focus: string;
}

/** The `name` of the button that puts back what was removed. */
export const UNDO = 'undo';

const materialField = ({ runs }: OptionForm): string => (runs.length > 0 ? 'runs.0.materialId' : 'materialId');

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
    rules: (typed) => faultsOf(typed, { pricing, zip: jobZip(lead) }),
    submit: (typed) => {
      const priced = offerOf(typed.options, pricing);
      const { notes } = typed;
      const stages = planOfForm(typed.plan);
      if (priced)
        call.mutate({
          leadId: lead.id,
          ...priced,
          offer: offerOfForm(typed.offer),
          notes,
          ...(stages && { stages }),
          ...(termsEdited && { terms: typed.terms }),
        });
    },
    call,
    refusals: ({ fields }) => refusedPaths(fields, values.options),
    nameOf: inputName,
    keyOf: (path) => stablePath(path, values.options),
  });
  const { dirty } = form;
  useEffect(() => {
    if (dirty) draft.keep(key, values);
    else draft.forget(key);
  }, [key, values, dirty]);

  const editOption = (at: number, change: (option: OptionForm) => OptionForm) =>
    setValues((now) => ({
      ...now,
      options: now.options.map((option, index) => (index === at ? change(option) : option)),
    }));
  const setOptions = (options: OptionForm[], gone?: Removed) => {
    setValues({ ...values, options });
    setRemoved(gone);
  };
  /** Focuses what was just added, or else what comes first. */
  const focusNext = (at: number, field: string) => form.focusNext(optionPath(at, field));
  return {
    ...form,
    values,
    labels,
    /** The terms before any edit. */
    usualTerms: start.terms,
    /** True from when the send button is pressed until the dialog closes. */
    busy: call.isPending || call.isSuccess,
    /** Changes the fields of an option. `field` is the path of the one that was typed in. */
    edit: (at: number, field: string, change: (option: OptionForm) => OptionForm) => {
      form.typed(optionPath(at, field));
      editOption(at, change);
    },
    /** Adds, copies or moves rows of an option. `focus` is the path of the field to focus next. */
    arrange: (at: number, edit: (option: OptionForm) => OptionForm, focus?: string) => {
      // The server's errors name rows by number, so they no longer match.
      form.typed();
      editOption(at, edit);
      if (focus !== undefined) focusNext(at, focus);
    },
    /** Removes a row. It can be put back until something else is removed. */
    removeRow: (at: number, place: { list: RowList; row: number; label: string; focus: string }) => {
      const before = values.options[at];
      if (!before) return;
      const { list, row, label, focus } = place;
      form.typed();
      editOption(at, (option) => removeRow(option, list, row));
      const back = (option: OptionForm) => putRowBack(option, before, { list, at: row });
      setRemoved({
        label,
        list,
        at,
        putBack: (options) => options.map((option, index) => (index === at ? back(option) : option)),
        focus: optionPath(at, focus),
      });
      form.focusNext(UNDO);
    },
    changePlan: (plan: PlanForm, path?: string) => {
      form.typed(path);
      setValues((now) => ({ ...now, plan }));
    },
    changeOffer: (offer: OfferForm | null, path: string) => {
      form.typed(path);
      setValues((now) => ({ ...now, offer }));
    },
    /** If the name field is left empty, names the option after its material. */
    leaveLabel: (at: number) => {
      const { label } = values.options[at] ?? {};
      if (label?.trim()) form.leave(optionPath(at, 'label'), label);
      else editOption(at, (option) => ({ ...option, label: null }));
    },
    /** Adds a copy of the first option, because options often differ only in the material. */
    addOption: () => {
      const [first] = values.options;
      const at = values.options.length;
      if (!first || at >= MAX_OPTIONS) return;
      setOptions([...values.options, { ...first, label: null }]);
      focusNext(at, materialField(first));
    },
    removeOption: (at: number) => {
      const option = values.options[at];
      if (!option || values.options.length < 2) return;
      // Clears the errors, because the later options move up and the errors would no longer match their fields.
      form.clear();
      setOptions(values.options.toSpliced(at, 1), {
        label: labels[at] ?? '',
        list: 'options',
        at,
        putBack: (options) => options.toSpliced(at, 0, option),
        focus: optionPath(at, materialField(option)),
      });
      form.focusNext(UNDO);
    },
    /** What was removed last, while it can still be put back. */
    removed,
    putBack: () => {
      if (!removed) return;
      form.clear();
      setOptions(removed.putBack(values.options));
      form.focusNext(removed.focus);
    },
    forget,
  };
};

export type EstimateFormState = ReturnType<typeof useEstimateForm>;
