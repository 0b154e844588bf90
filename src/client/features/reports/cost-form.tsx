import { type FormEvent, useState } from 'react';
import { sourceLabel } from '#shared/features/leads/source.rules.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useReportsAddress } from './reports-address.ts';

const AMOUNT = /^\$?\d{1,9}(\.\d{1,2})?$/;

/** The form for a source's cost in a month. A cost of 0 removes the entry. */
export function CostForm({ sources }: { sources: readonly string[] }) {
  const { to } = useReportsAddress();
  const [source, setSource] = useState(sources[0] ?? '');
  const [month, setMonth] = useState(to.slice(0, 7));
  const [amount, setAmount] = useState('');
  const [wrong, setWrong] = useState(false);
  const utils = trpc.useUtils();
  const save = trpc.analytics.setSourceCost.useMutation({
    onSuccess: async () => {
      setAmount('');
      toast.done('Cost saved');
      await utils.analytics.overview.invalidate();
    },
    onError: (error) => toast.error(problemOf(error).message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = amount.trim().replaceAll(',', '');
    setWrong(!AMOUNT.test(text));
    if (!AMOUNT.test(text)) return;
    save.mutate({ source, month, costCents: Math.round(Number(text.replace('$', '')) * 100) });
  };
  return (
    <form className="report-cost" onSubmit={submit}>
      <Field label="Source">
        <Select value={source} onChange={({ target }) => setSource(target.value)}>
          {sources.map((one) => (
            <option key={one} value={one}>
              {sourceLabel(one)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Month">
        <Input type="month" value={month} onChange={({ target }) => setMonth(target.value)} />
      </Field>
      <Field label="Cost in dollars" error={wrong ? 'Enter an amount, such as 250' : undefined}>
        <Input
          inputMode="decimal"
          value={amount}
          onChange={({ target }) => {
            setAmount(target.value);
            setWrong(false);
          }}
        />
      </Field>
      <Button type="submit" working={save.isPending} workingText="Saving...">
        Save cost
      </Button>
    </form>
  );
}
