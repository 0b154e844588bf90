import { type RefObject, useState } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { draft } from '../../lib/draft.ts';
import {
  type EstimateField,
  type EstimateValues,
  faultsOf,
  readKeptForm,
  startingForm,
  valuesOf,
} from './estimate-form.rules.ts';

const key = (leadId: string) => `estimate:${leadId}`;

interface Given {
  lead: LeadView;
  pricing: PricingView;
  terms: string;
  /** The form's element, to find the first wrong field in. */
  element: RefObject<HTMLFormElement | null>;
}

/**
 * What is typed in the estimate dialog: checked when a field is left and something is in it, then on each key;
 * all of it on sending, with the focus on the first wrong field. Kept for this tab until it is sent or given up.
 */
export const useEstimateForm = ({ lead, pricing, terms, element }: Given) => {
  const [start] = useState(() => startingForm(lead, pricing, terms));
  const [form, setForm] = useState(() => readKeptForm(draft.find(key(lead.id))) ?? start);
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  const faults = faultsOf(form, pricing);
  const dirty = Object.entries(form).some(([field, text]) => start[field as EstimateField] !== text);

  const focusFirst = (wrong: FieldErrors) =>
    requestAnimationFrame(() => {
      const fields = [...(element.current?.querySelectorAll<HTMLElement>('[name]') ?? [])];
      fields.find((field) => Object.hasOwn(wrong, field.getAttribute('name') ?? ''))?.focus();
    });

  return {
    form,
    dirty,
    termsEdited: form.terms !== start.terms,
    values: valuesOf(form, pricing),
    errorOf: (field: EstimateField): string | undefined =>
      refused[field] ?? (watched.has(field) ? faults[field] : undefined),
    change: (field: EstimateField, text: string) => {
      const next = { ...form, [field]: text };
      setForm(next);
      draft.keep(key(lead.id), next);
      if (refused[field]) setRefused(Object.fromEntries(Object.entries(refused).filter(([name]) => name !== field)));
    },
    leave: (field: EstimateField) => {
      if (form[field].trim() !== '') setWatched(new Set([...watched, field]));
    },
    /** What can be sent; undefined after showing what is wrong. */
    check: (): EstimateValues | undefined => {
      setWatched(new Set(Object.keys(form)));
      if (Object.keys(faults).length > 0) focusFirst(faults);
      return Object.keys(faults).length > 0 ? undefined : valuesOf(form, pricing);
    },
    /** Shows the server's refusals beside their fields. */
    refuse: (fields: FieldErrors) => {
      setRefused(fields);
      focusFirst(fields);
    },
    forget: () => draft.forget(key(lead.id)),
  };
};

export type EstimateFormState = ReturnType<typeof useEstimateForm>;
