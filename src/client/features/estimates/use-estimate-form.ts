import { type RefObject, useEffect, useState } from 'react';
import { type EstimateListItem, MAX_OPTIONS } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { draft } from '../../lib/draft.ts';
import { faultsOf, inputName, offerOf, readKeptForm, refusedPaths, startingForm } from './estimate-form.rules.ts';
import { labelsOf, type OptionField, type OptionForm, optionPath } from './estimate-options.rules.ts';

interface Given {
  lead: LeadView;
  pricing: PricingView;
  terms: string;
  /** The newest version that was sent to the lead. */
  newest: EstimateListItem | undefined;
  /** The form's element, to find the first wrong field in. */
  element: RefObject<HTMLFormElement | null>;
}

interface Removed {
  option: OptionForm;
  at: number;
  label: string;
}

/** The `name` of the button that puts an option back. */
export const UNDO = 'undo';

const without = (fields: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== path));

/**
 * What is typed in the estimate dialog: checked when a field is left and something is in it, then on each key;
 * all of it on sending, with the focus on the first wrong field. Kept for this tab until it is sent or given up.
 */
export const useEstimateForm = ({ lead, pricing, terms, newest, element }: Given) => {
  const key = `estimate:${lead.id}`;
  const [start] = useState(() => startingForm(lead, { pricing, terms, newest }));
  const [form, setForm] = useState(() => readKeptForm(draft.find(key)) ?? start);
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [removed, setRemoved] = useState<Removed>();
  const faults = faultsOf(form, pricing);
  const labels = labelsOf(form.options, pricing);
  const dirty = JSON.stringify(form) !== JSON.stringify(start);
  useEffect(() => {
    if (dirty) draft.keep(key, form);
    else draft.forget(key);
  }, [key, form, dirty]);

  const focusOn = (isIt: (name: string) => boolean) =>
    requestAnimationFrame(() => {
      const fields = [...(element.current?.querySelectorAll<HTMLElement>('[name]') ?? [])];
      fields.find((field) => isIt(field.getAttribute('name') ?? ''))?.focus();
    });
  const focusFirst = (wrong: FieldErrors) => {
    const names = new Set(Object.keys(wrong).map(inputName));
    focusOn((name) => names.has(name));
  };
  /** Options move up and down the list with it, so what was said of them is void. */
  const forgetFaults = () => {
    setRefused({});
    setWatched(new Set());
    setTried(false);
  };
  const setOptions = (options: OptionForm[], gone?: Removed) => {
    setForm({ ...form, options });
    setRemoved(gone);
  };
  return {
    form,
    labels,
    dirty,
    termsEdited: form.terms !== start.terms,
    errorOf: (path: string): string | undefined =>
      refused[path] ?? (tried || watched.has(path) ? faults[path] : undefined),
    change: (field: 'notes' | 'terms', text: string) => {
      setForm((now) => ({ ...now, [field]: text }));
      setRefused(without(refused, field));
    },
    changeOption: (at: number, field: OptionField, text: string) => {
      setForm((now) => ({
        ...now,
        options: now.options.map((option, index) => (index === at ? { ...option, [field]: text } : option)),
      }));
      setRefused(without(refused, optionPath(at, field)));
    },
    leave: (path: string, text: string) => {
      if (text.trim() !== '') setWatched(new Set([...watched, path]));
    },
    /** A name that was emptied is the material's again. */
    leaveLabel: (at: number) => {
      const { label } = form.options[at] ?? {};
      if (label?.trim()) return setWatched(new Set([...watched, optionPath(at, 'label')]));
      return setForm((now) => ({
        ...now,
        options: now.options.map((option, index) => (index === at ? { ...option, label: null } : option)),
      }));
    },
    /** Another option as a copy of the first; its material is what differs most often. */
    addOption: () => {
      const [first] = form.options;
      const at = form.options.length;
      if (!first || at >= MAX_OPTIONS) return;
      setOptions([...form.options, { ...first, label: null }]);
      focusOn((name) => name === inputName(optionPath(at, 'materialId')));
    },
    removeOption: (at: number) => {
      const option = form.options[at];
      if (!option || form.options.length < 2) return;
      forgetFaults();
      setOptions(form.options.toSpliced(at, 1), { option, at, label: labels[at] ?? '' });
      focusOn((name) => name === UNDO);
    },
    /** What was taken out last, while it can be put back. */
    removed,
    putBack: () => {
      if (!removed) return;
      forgetFaults();
      setOptions(form.options.toSpliced(removed.at, 0, removed.option));
      focusOn((name) => name === inputName(optionPath(removed.at, 'materialId')));
    },
    /** What can be sent; undefined after showing what is wrong. */
    check: () => {
      setTried(true);
      if (Object.keys(faults).length > 0) focusFirst(faults);
      return Object.keys(faults).length > 0 ? undefined : offerOf(form.options, pricing);
    },
    /** Shows the server's refusals beside their fields. */
    refuse: (fields: FieldErrors) => {
      const paths = refusedPaths(fields);
      setRefused(paths);
      focusFirst(paths);
    },
    forget: () => draft.forget(key),
  };
};

export type EstimateFormState = ReturnType<typeof useEstimateForm>;
