import { ShieldCheck } from 'lucide-react';
import type { ConsentMethod } from '#shared/features/leads/lead-edits.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useCompany, useTimeZone } from '../../lib/company.ts';
import { formatDay } from '../../lib/dates.ts';
import { Note } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { noTextsText } from './lead-words.ts';
import { samePhone } from './lead-form.rules.ts';
import type { LeadFormState } from './use-lead-form.ts';

const METHODS: Record<ConsentMethod, string> = {
  verbal: 'Yes, in person or by phone',
  paper: 'Yes, on paper',
  written: 'Yes, in writing',
};

/** Explains why texts can't be sent, or what will be recorded for the selected option. */
const hintOf = (given: boolean, moved: boolean, company: string): string => {
  if (given)
    return `You confirm that the homeowner agreed to automated texts from ${company} at this number about the estimate, including follow-ups and offers. We save your confirmation with the date.`;
  return `${moved ? 'This is a different number. ' : ''}Automated texts stay off until the homeowner agrees, as the law requires. You can still send emails.`;
};

/**
 * How the homeowner consented to texts (C4). Shown when a phone number is entered, unless consent is already stored for
 * that number.
 */
export function ConsentField({ state, lead }: { state: LeadFormState; lead?: LeadView }) {
  const company = useCompany().data?.name ?? 'your company';
  const { zone } = useTimeZone();
  const { values, field } = state;
  const same = lead?.phone ? samePhone(lead.phone, values.phone) : false;
  if (same && lead?.sms.consentAt)
    return (
      <Note icon={<ShieldCheck className="i" aria-hidden />}>
        {lead.sms.allowed || !lead.sms.reason
          ? `Agreed to texts on ${formatDay(lead.sms.consentAt, zone)}.`
          : noTextsText(lead.sms)}
      </Note>
    );
  return (
    <Field
      label="Agreed to texts?"
      error={state.errors['smsConsent.method']}
      hint={hintOf(values.consent !== '', Boolean(lead?.phone) && !same && values.phone.trim() !== '', company)}
    >
      <Select {...field('consent')}>
        <option value="">Not yet</option>
        {Object.entries(METHODS).map(([method, label]) => (
          <option key={method} value={method}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
