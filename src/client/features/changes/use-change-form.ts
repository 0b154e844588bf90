import { useEffect, useState } from 'react';
import { changeIdSchema, estimateIdSchema } from '#shared/primitives/ids.ts';
import { problemOf } from '../../lib/errors.ts';
import { draft } from '../../lib/draft.ts';
import { isSameJson, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { inputName, readKeptOption } from '../estimates/estimate-form.rules.ts';
import type { OptionForm } from '../estimates/estimate-options.rules.ts';
import { pathWithKey } from '../estimates/fence-form.rules.ts';
import type { RowActs } from '../estimates/row-parts.tsx';
import { useAfterPayment } from '../payments/use-after-payment.ts';
import { readChange } from './change-form.rules.ts';

export interface ChangeForm {
  option: OptionForm;
  note: string;
}

/** What this browser tab keeps of the form: what was typed, and the job that it starts from. */
type Kept = ChangeForm & { signed: OptionForm };

/** Returns what was typed before, if it's a change of the job as it stands. */
const readKept = (kept: unknown, signed: OptionForm): ChangeForm | undefined => {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { signed: before, option: typed, note } = kept as Partial<Record<keyof Kept, unknown>>;
  const option = readKeptOption(typed);
  const isOfThisJob = typeof before === 'object' && before !== null && isSameJson(before, signed);
  return option && typeof note === 'string' && isOfThisJob ? { option, note } : undefined;
};

/**
 * The state of the form that changes a signed job: the whole job as rows, and a note to the homeowner. It's stored in
 * this browser tab until the change is sent or discarded.
 */
export const useChangeForm = ({
  estimateId,
  signed,
  onClose,
}: {
  estimateId: string;
  signed: OptionForm;
  onClose: () => void;
}) => {
  const [start] = useState<ChangeForm>({ option: signed, note: '' });
  const key = `change:${estimateId}`;
  const [values, setValues] = useState(() => readKept(draft.find(key), signed) ?? start);
  const forget = () => draft.forget(key);
  const after = useAfterPayment();
  const utils = trpc.useUtils();
  const refresh = () => Promise.all([after(), utils.changes.invalidate()]);
  const send = trpc.changes.send.useMutation();
  const create = trpc.changes.create.useMutation({
    onSuccess: async ({ changeId, number: named, netCents }) => {
      // The change is stored by now. If it can't be sent, it waits in the list of changes.
      try {
        await send.mutateAsync({ changeId: changeIdSchema.parse(changeId) });
        toast.done(netCents > 0 ? 'Sent for signature' : 'The job costs less now', { detail: named });
      } catch (error) {
        toast.error(`${named} is saved, but wasn’t sent`, { detail: problemOf(error).message });
      }
      await refresh();
      forget();
      onClose();
    },
  });
  const id = estimateIdSchema.parse(estimateId);
  const read = readChange(signed, values.option);
  const form = useForm<ChangeForm>({
    values,
    start,
    type: (change) => setValues((before) => ({ ...before, ...change })),
    rules: ({ option }) => {
      const { faults, isEmpty } = readChange(signed, option);
      return isEmpty && Object.keys(faults).length === 0 ? { runs: 'Change something first' } : faults;
    },
    submit: ({ option, note }) => create.mutate({ estimateId: id, ...readChange(signed, option).input, note }),
    refusals: ({ fields }) =>
      Object.fromEntries(Object.entries(fields).map(([path, words]) => [read.onScreen(path), words])),
    keyOf: (path) => pathWithKey(path, values.option),
    nameOf: inputName,
    call: create,
  });
  const { dirty } = form;
  useEffect(() => {
    if (dirty) draft.keep(key, { ...values, signed } satisfies Kept);
    else draft.forget(key);
  }, [key, values, signed, dirty]);
  const edit = (change: (option: OptionForm) => OptionForm) =>
    setValues((before) => ({ ...before, option: change(before.option) }));
  const [acts] = useState((): Pick<RowActs, 'edit' | 'arrange' | 'remove'> => ({
    edit: (_field, change) => edit(change),
    arrange: (change) => edit(change),
    remove: ({ list, row }) =>
      edit((option) => ({
        ...option,
        [list]: option[list].filter((_row, at) => at !== row),
        ...(list === 'runs' && {
          gates: option.gates.map((gate) => (gate.run === option.runs[row]?.key ? { ...gate, run: '' } : gate)),
        }),
      })),
  }));
  return { values, form, read, acts, edit, forget, working: create.isPending || send.isPending };
};
