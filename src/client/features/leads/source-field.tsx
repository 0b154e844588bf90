import { skipToken } from '@tanstack/react-query';
import { useId } from 'react';
import { OFFERED_SOURCES, sourceLabel } from '#shared/features/leads/source.rules.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { addDays } from '#shared/primitives/local-date.ts';
import { useMay } from '../../lib/role.ts';
import { useToday } from '../../lib/today.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { LeadFormState } from './use-lead-form.ts';

/**
 * The lead's source, with suggestions: common names and, for users who can see reports, the sources from the past year.
 */
export function SourceField({ state: { field, errors } }: { state: LeadFormState }) {
  const id = useId();
  const { manage } = useMay();
  const { today } = useToday({ enabled: manage });
  const known = trpc.analytics.overview.useQuery(
    manage && today ? { from: addDays(today, -365), to: today } : skipToken,
    { staleTime: 5 * MINUTE },
  );
  const names = new Set([...OFFERED_SOURCES, ...(known.data?.bySource ?? []).map(({ source }) => sourceLabel(source))]);
  return (
    <Field
      label="Source"
      optional
      error={errors['source']}
      hint="How the homeowner heard about you. Reports group leads by source."
    >
      <Input {...field('source')} list={id} maxLength={60} autoComplete="off" />
      <datalist id={id}>
        {[...names].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </Field>
  );
}
